#include "engine/plan/memory/segment_layout.h"
#include "engine/plan/passes/fusion.h"
#include "tests/engine/plan/weights_fixture.h"
#include "tests/test_program.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace test_weights {

using namespace netsmith;
using namespace netsmith::test;

namespace {

/// The kernels and tables of the first and last layers.
std::set<std::string> outerOf(const Project& project)
{
    std::set<std::string> out;
    for (const Segment& segment : planOf(project).parameters.segments)
        if (!segment.isHiddenKernel && segment.shape.rank() >= 2)
            out.insert(segment.id);
    return out;
}

/// input → memory (lstm of two units over the image's rows) → head (dense) → softmax.
Project recurrentProject()
{
    Project project = sample("mnist_cnn");
    project.graph = Graph{};
    std::string last;
    for (const auto& [id, layer, parameters] : std::initializer_list<std::tuple<const char*, const char*, ParameterMap>>{
             {"input_1", "input", {{"shape", Sizes{28, 28, 1}}}},
             {"rows", "reshape", {{"target_shape", Sizes{28, 28}}}},
             {"memory", "lstm", {{"units", std::int64_t{2}}}},
             {"head", "dense", {{"units", std::int64_t{10}}}},
             {"softmax_1", "softmax", {}}}) {
        project.graph.nodes.push_back({.id = id, .layer = layer, .title = {}, .parameters = parameters});
        if (!last.empty())
            project.graph.edges.push_back({{last, "output"}, {id, "input"}, Json::object()});
        last = id;
    }
    return project;
}

} // namespace

/// The weight settings that every layer has, in whole networks.
class TestWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void frozenLayersCostNoGradient();
    void frozenLayersStayAsTheyAre_data() { addDevices(); }
    void frozenLayersStayAsTheyAre();
    void aNetworkThatIsAllFrozenIsRefused();
    void everyKindHasItsOwnInitializer();
    void kindsThatALayerLacksAreRefused_data();
    void kindsThatALayerLacksAreRefused();
    void penaltiesJoinTheLoss_data() { addDevices(); }
    void penaltiesJoinTheLoss();
    void everyKindIsPenalizedOnItsOwn_data();
    void everyKindIsPenalizedOnItsOwn();
    void frozenWeightsAreNotPenalized();
    void normsStayWithinTheirLimit_data() { addDevices(); }
    void normsStayWithinTheirLimit();
    void tellsTheNetworksEnds();
    void muonLeavesTheNetworksEndsToAdam_data() { addDevices(); }
    void muonLeavesTheNetworksEndsToAdam();
    void arenasKeepTheirLayout();
};

void TestWeights::frozenLayersCostNoGradient()
{
    Project project = smallProject();
    QCOMPARE(countOps(planOf(project), "conv2d_backward_data"), 1);
    QCOMPARE(countOps(planOf(project), "conv2d_backward_weights"), 2);

    // No gradient is computed before the first layer that is trained.
    for (const char* id : {"stem", "norm"})
        project.graph.find(id)->parameters["trainable"] = false;
    const LogicalPlan plan = planOf(project);
    QCOMPARE(countOps(plan, "conv2d_backward_data"), 0);
    QCOMPARE(countOps(plan, "conv2d_backward_weights"), 1);
    QCOMPARE(countOps(plan, "activation_backward"), 0);
    QCOMPARE(countOps(plan, "batch_norm"), 0);
    QCOMPARE(countOps(plan, "batch_norm_inference"), 1);
    QVERIFY(!plan.parameters.find("stem.kernel")->trainable);
    QVERIFY(plan.parameters.find("body.kernel")->trainable);
}

void TestWeights::frozenLayersStayAsTheyAre()
{
    QFETCH(QString, device);
    if (!test::hasDevice(device.toStdString()))
        QSKIP("the device's backend is not built");
    Project project = smallProject();
    project.training.optimizer = {"adamw", {{"weight_decay", 0.1}}, Json::object()};
    for (const char* id : {"norm", "body"})
        project.graph.find(id)->parameters["trainable"] = false;
    SmallTraining training(project, device.toStdString(), {.batch = 8});
    std::map<std::string, std::vector<double>> before;
    for (const Segment& segment : training.plan().parameters.segments)
        before[segment.id] = partOf(training, Arena::weights, segment.id);
    std::vector<double> statistics = training.arena(Arena::statistics);
    for (double& value : statistics)
        value += 0.25; // not an initial value of any layer
    training.state().writeArena(Arena::statistics, std::span<const double>(statistics)).take();

    const std::vector<float> losses = training.train(5, 0.01f);
    QVERIFY(std::ranges::all_of(losses, [](float value) { return std::isfinite(value); }));
    for (const auto& [id, values] : before) {
        const bool frozen = id.starts_with("norm.") || id.starts_with("body.");
        QVERIFY2((partOf(training, Arena::weights, id) == values) == frozen, id.c_str());
    }
    for (const char* id : {"norm.moving_mean", "norm.moving_variance"}) {
        const std::int64_t offset = training.plan().statistics.find(id)->offset;
        const std::vector<double> now = partOf(training, Arena::statistics, id);
        QVERIFY(std::equal(now.begin(), now.end(), statistics.begin() + offset));
    }

    // Gradients reach the stem through both, also with fused kernels.
    SmallTraining plain(project, device.toStdString(), {.batch = 8, .fuse = false}, {.fuse = false});
    plain.state().writeArena(Arena::statistics, std::span<const double>(statistics)).take();
    const std::vector<float> unfused = plain.train(5, 0.01f);
    for (std::size_t i = 0; i < losses.size(); ++i)
        QVERIFY(std::abs(losses[i] - unfused[i]) <= 1e-3f * std::max(1.0f, std::abs(unfused[i])));
}

void TestWeights::aNetworkThatIsAllFrozenIsRefused()
{
    Project project = smallProject();
    for (const char* id : {"stem", "norm", "body", "head"})
        project.graph.find(id)->parameters["trainable"] = false;
    try {
        planOf(project);
        QFAIL("an empty plan was built");
    } catch (const Error& error) {
        QCOMPARE(error.message().id(), std::string("plan.frozen"));
    }
}

void TestWeights::everyKindHasItsOwnInitializer()
{
    Project project = recurrentProject();
    const auto begins = [&] {
        SmallTraining training(project, "reference", {.batch = 8});
        return std::array{partOf(training, Arena::weights, "memory.kernel"),
                          partOf(training, Arena::weights, "memory.recurrent_kernel"),
                          partOf(training, Arena::weights, "memory.bias")};
    };
    const auto [kernel, recurrent, bias] = begins();
    // The two units of each gate; those of the forget gates begin at 1 whatever the rest.
    QCOMPARE(bias, (std::vector<double>{0, 0, 1, 1, 0, 0, 0, 0}));
    ParameterMap& memory = project.graph.find("memory")->parameters;
    memory["kernel_initializer"] = std::string("constant");
    memory["kernel_value"] = 0.25;
    QCOMPARE(begins(), (std::array{std::vector<double>(28 * 8, 0.25), recurrent, bias}));
    memory["recurrent_initializer"] = std::string("identity");
    memory["recurrent_gain"] = 3.0;
    const std::vector<double> tripled{3, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0};
    QCOMPARE(begins(), (std::array{std::vector<double>(28 * 8, 0.25), tripled, bias}));
    memory["bias_initializer"] = std::string("constant");
    memory["bias_value"] = -2.0;
    const std::vector<double> lowered{-2, -2, 1, 1, -2, -2, -2, -2};
    QCOMPARE(begins(), (std::array{std::vector<double>(28 * 8, 0.25), tripled, lowered}));
    for (const char* name : {"kernel_initializer", "recurrent_initializer", "recurrent_gain"})
        memory.erase(name);
    QCOMPARE(begins(), (std::array{kernel, recurrent, lowered}));
}

void TestWeights::kindsThatALayerLacksAreRefused_data()
{
    QTest::addColumn<QString>("node");
    QTest::addColumn<QString>("parameter");
    QTest::newRow("dense") << "head"
                           << "recurrent_gain";
    QTest::newRow("convolution") << "body"
                                 << "recurrent_l2";
    QTest::newRow("normalization") << "norm"
                                   << "kernel_stddev";
    QTest::newRow("activation") << "relu_1"
                                << "bias_value";
    QTest::newRow("the whole layer") << "head"
                                     << "initial_value";
}

void TestWeights::kindsThatALayerLacksAreRefused()
{
    QFETCH(QString, node);
    QFETCH(QString, parameter);
    Project project = smallProject();
    project.graph.find(node.toStdString())->parameters[parameter.toStdString()] = 0.5;
    const CheckedProject checked(project, catalog(), test::fieldsOf(project));
    const std::string said = "there is no parameter \"" + parameter.toStdString() + "\"";
    QVERIFY(std::ranges::any_of(checked.problems(), [&](const Problem& problem) {
        return problem.node == node.toStdString() && problem.message.text().find(said) != std::string::npos;
    }));
}

void TestWeights::penaltiesJoinTheLoss()
{
    QFETCH(QString, device);
    if (!test::hasDevice(device.toStdString()))
        QSKIP("the device's backend is not built");
    Project project = smallProject();
    project.training.optimizer = {"sgd", {}, Json::object()};
    ParameterMap& body = project.graph.find("body")->parameters;
    body["bias_initializer"] = std::string("constant");
    body["bias_value"] = -0.5;
    SmallTraining plain(project, device.toStdString(), {.batch = 8});
    const std::map<std::string, WeightPenalty> penalties{{"body.kernel", {.l1 = 0.03}},
                                                         {"body.bias", {.l1 = 0.25, .l2 = 0.4}},
                                                         {"norm.gamma", {.l2 = 0.1}},
                                                         {"head.kernel", {.l2 = 0.2}}};
    body.insert({{"kernel_l1", 0.03}, {"bias_l1", 0.25}, {"bias_l2", 0.4}});
    project.graph.find("norm")->parameters["gamma_l2"] = 0.1;
    project.graph.find("head")->parameters["kernel_l2"] = 0.2;
    SmallTraining penalized(project, device.toStdString(), {.batch = 8});
    QVERIFY(std::ranges::equal(plain.arena(Arena::weights), penalized.arena(Arena::weights)));
    QCOMPARE(penalized.plan().columns.back().name, std::string(penaltyColumn));

    const auto added = [&](const std::string& id, double w) {
        const auto found = penalties.find(id);
        return found == penalties.end() ? 0.0 : found->second.l1 * std::abs(w) + found->second.l2 * w * w;
    };
    std::map<std::string, std::vector<double>> start;
    double penalty = 0.0;
    for (const char* id : {"stem.kernel", "norm.gamma", "norm.beta", "body.kernel", "body.bias", "head.kernel", "head.bias"})
        for (const double w : start[id] = partOf(plain, Arena::weights, id))
            penalty += added(id, w);
    const auto close = [](double a, double b) { return std::abs(a - b) <= 1e-5 * std::max(1.0, std::abs(b)); };
    QVERIFY(close(penalized.evaluate(1).back(), 8.0 * penalty)); // a sum over the batch, as the losses are

    const float rate = 0.5f;
    plain.train(1, rate);
    QVERIFY(close(penalized.train(1, rate).back(), 8.0 * penalty));
    for (const auto& [id, old] : start) {
        const std::vector<double> without = partOf(plain, Arena::weights, id);
        const std::vector<double> with = partOf(penalized, Arena::weights, id);
        for (std::size_t i = 0; i < old.size(); ++i) {
            const double step = std::min(1e-4, std::abs(old[i]) / 2.0); // not past the kink at 0
            const double slope = step > 0.0 ? (added(id, old[i] + step) - added(id, old[i] - step)) / (2.0 * step) : 0.0;
            QVERIFY2(close(with[i], without[i] - rate * slope), id.c_str());
        }
    }
}

void TestWeights::everyKindIsPenalizedOnItsOwn_data()
{
    QTest::addColumn<QString>("parameter");
    QTest::addColumn<QString>("weight");
    QTest::addColumn<double>("sum");
    QTest::newRow("kernel l1") << "kernel_l1"
                               << "memory.kernel" << 28 * 8 * 0.25;
    QTest::newRow("kernel l2") << "kernel_l2"
                               << "memory.kernel" << 28 * 8 * 0.0625;
    QTest::newRow("recurrent l1") << "recurrent_l1"
                                  << "memory.recurrent_kernel" << 2 * 3.0;
    QTest::newRow("recurrent l2") << "recurrent_l2"
                                  << "memory.recurrent_kernel" << 2 * 9.0;
    QTest::newRow("bias l1") << "bias_l1"
                             << "memory.bias" << 6 * 2.0 + 2 * 1.0;
    QTest::newRow("bias l2") << "bias_l2"
                             << "memory.bias" << 6 * 4.0 + 2 * 1.0;
}

/// Of weights that are known: the kernel is 0.25 throughout, the recurrent one three times the identity, the bias −2 but for the
/// forget gates' 1.
void TestWeights::everyKindIsPenalizedOnItsOwn()
{
    QFETCH(QString, parameter);
    QFETCH(QString, weight);
    QFETCH(double, sum);
    Project project = recurrentProject();
    ParameterMap& memory = project.graph.find("memory")->parameters;
    for (const char* initializer : {"kernel_initializer", "bias_initializer"})
        memory[initializer] = std::string("constant");
    memory["recurrent_initializer"] = std::string("identity");
    memory.insert({{"kernel_value", 0.25}, {"recurrent_gain", 3.0}, {"bias_value", -2.0}});
    memory[parameter.toStdString()] = 0.5;
    SmallTraining training(project, "reference", {.batch = 8});
    QCOMPARE(countOps(training.plan(), "weight_penalty"), 1);
    for (const Segment& segment : training.plan().parameters.segments)
        QCOMPARE(segment.isPenalized(), segment.id == weight.toStdString());
    QCOMPARE(double(training.evaluate(1).back()), 8.0 * 0.5 * sum);
}

void TestWeights::frozenWeightsAreNotPenalized()
{
    Project project = smallProject();
    project.graph.find("body")->parameters = {{"filters", std::int64_t{6}}, {"kernel_l2", 0.5}, {"trainable", false}};
    const LogicalPlan plan = planOf(project);
    QVERIFY(std::ranges::none_of(plan.columns, [](const MetricColumn& column) { return column.name == penaltyColumn; }));
    QCOMPARE(countOps(plan, "weight_penalty"), 0);
}

void TestWeights::normsStayWithinTheirLimit()
{
    QFETCH(QString, device);
    if (!test::hasDevice(device.toStdString()))
        QSKIP("the device's backend is not built");
    Project project = smallProject();
    const double limit = 0.5;
    project.graph.find("body")->parameters["max_norm"] = limit;
    SmallTraining training(project, device.toStdString(), {.batch = 8});
    training.train(4, 0.02f);
    const auto longest = [&](const char* id) {
        const std::vector<double> kernel = partOf(training, Arena::weights, id);
        const auto columns = static_cast<std::size_t>(training.plan().parameters.find(id)->shape[-1]);
        double most = 0.0;
        for (std::size_t column = 0; column < columns; ++column) {
            double squares = 0.0;
            for (std::size_t i = column; i < kernel.size(); i += columns)
                squares += kernel[i] * kernel[i];
            most = std::max(most, std::sqrt(squares));
        }
        return most;
    };
    QVERIFY(std::abs(longest("body.kernel") - limit) < 1e-6);
    QVERIFY(longest("stem.kernel") > limit);
}

void TestWeights::tellsTheNetworksEnds()
{
    using Ids = std::set<std::string>;
    const Project small = smallProject();
    QCOMPARE(outerOf(small), Ids{"head.kernel"});
    QVERIFY(!planOf(small).parameters.find("head.bias")->isHiddenKernel);
    QVERIFY(planOf(small).parameters.find("norm.gamma")->isHiddenKernel);
    QCOMPARE(outerOf(test::sample("sentiment")), (Ids{"embedding_1.embeddings", "dense_1.kernel"}));

    // Norms and activations after a layer don't make it an inner one, and each branch has a last one.
    const auto wire = [](const char* from, const char* to, const char* port) {
        return Edge{{from, "output"}, {to, port}, Json::object()};
    };
    Project joined = small;
    Node twin = *joined.graph.find("head");
    twin.id = "twin";
    joined.graph.nodes.push_back(twin);
    joined.graph.nodes.push_back({.id = "sum", .layer = "add", .title = {}, .parameters = {}});
    joined.graph.nodes.push_back({.id = "last", .layer = "layer_normalization", .title = {}, .parameters = {}});
    std::erase_if(joined.graph.edges, [](const Edge& edge) { return edge.from.node == "head"; });
    joined.graph.edges.insert(joined.graph.edges.end(),
                              {wire("pool", "twin", "input"), wire("head", "sum", "inputs"), wire("twin", "sum", "inputs"),
                               wire("sum", "last", "input"), wire("last", "softmax_1", "input")});
    QCOMPARE(outerOf(joined), (Ids{"head.kernel", "twin.kernel"}));

    // Weights that are also used at the end count as the end's.
    Project sharing = sharingProject();
    sharing.graph.find("body")->parameters["filters"] = std::int64_t{10};
    sharing.graph.find("twin")->parameters["filters"] = std::int64_t{10};
    sharing.graph.find("stem")->parameters["filters"] = std::int64_t{10};
    std::erase_if(sharing.graph.nodes, [](const Node& node) { return node.id == "head"; });
    std::erase_if(sharing.graph.edges, [](const Edge& edge) { return edge.from.node == "head" || edge.to.node == "head"; });
    sharing.graph.edges.push_back(wire("pool", "softmax_1", "input"));
    QCOMPARE(outerOf(sharing), Ids{"body.kernel"});
}

void TestWeights::muonLeavesTheNetworksEndsToAdam()
{
    QFETCH(QString, device);
    if (!test::hasDevice(device.toStdString()))
        QSKIP("the device's backend is not built");
    Project project = smallProject();
    project.training.optimizer = {"muon", {{"adam_lr_ratio", 0.5}, {"weight_decay", 0.0}}, Json::object()};
    constexpr double rate = 1.0 / 64.0;
    SmallTraining training(project, device.toStdString(), {.batch = 8});
    const std::vector<const char*> kernels{"stem.kernel", "body.kernel", "head.kernel"};
    std::map<std::string, std::vector<double>> before;
    for (const char* id : kernels)
        before[id] = partOf(training, Arena::weights, id);
    training.train(1, static_cast<float>(rate));
    for (const char* id : kernels) {
        const std::vector<double> after = partOf(training, Arena::weights, id);
        double least = 1.0, most = 0.0;
        for (std::size_t i = 0; i < after.size(); ++i) {
            const double moved = std::abs(after[i] - before[id][i]);
            least = std::min(least, moved);
            most = std::max(most, moved);
        }
        QVERIFY(std::isfinite(most));
        const bool byAdam = std::abs(most / (0.5 * rate) - 1.0) < 1e-3 && least > 0.9 * most;
        QVERIFY2(byAdam == (id == std::string("head.kernel")), id);
    }
}

void TestWeights::arenasKeepTheirLayout()
{
    const auto textOf = [](const SegmentTable& table) {
        QStringList lines;
        for (const Segment& segment : table.segments)
            lines << QString("%1 %2 at %3")
                         .arg(QString::fromStdString(segment.id), QString::fromStdString(segment.shape.text()))
                         .arg(segment.offset);
        return lines << QString("%1 in all").arg(table.elements);
    };
    const auto updated = [](const SegmentTable& parameters) {
        QStringList lines;
        for (const UpdateRange& range : updateRanges(parameters))
            lines << QString("%1 to %2%3%4")
                         .arg(range.begin)
                         .arg(range.end)
                         .arg(range.decay ? "" : ", not decayed",
                              range.rateScale == 1.0f ? QString() : QString(", at %1 of the rate").arg(double(range.rateScale)));
        return lines;
    };
    const LogicalPlan cnn = planOf(test::sample("mnist_cnn"));
    QCOMPARE(textOf(cnn.parameters),
             (QStringList{"conv2d_1.kernel 3×3×1×32 at 93040", "conv2d_1.bias 32 at 93008", "conv2d_2.kernel 3×3×32×64 at 74576",
                          "conv2d_2.bias 64 at 74512", "conv2d_3.kernel 3×3×64×64 at 37648", "conv2d_3.bias 64 at 37584",
                          "dense_1.kernel 576×64 at 720", "dense_1.bias 64 at 656", "dense_2.kernel 64×10 at 16",
                          "dense_2.bias 10 at 0", "93328 in all"}));
    QCOMPARE(updated(cnn.parameters),
             (QStringList{"0 to 16, not decayed", "16 to 656", "656 to 720, not decayed", "720 to 37584",
                          "37584 to 37648, not decayed", "37648 to 74512", "74512 to 74576, not decayed", "74576 to 93008",
                          "93008 to 93040, not decayed", "93040 to 93328"}));
    QCOMPARE(textOf(cnn.statistics), QStringList{"0 in all"});

    Project partly = smallProject();
    partly.graph.find("body")->parameters["trainable"] = false;
    partly.training.excludeFromWeightDecay = {"head"};
    const LogicalPlan small = planOf(partly);
    QCOMPARE(textOf(small.parameters),
             (QStringList{"stem.kernel 3×3×1×4 at 368", "stem.bias 4 at 352", "norm.gamma 4 at 336", "norm.beta 4 at 320",
                          "body.kernel 3×3×4×6 at 96", "body.bias 6 at 80", "head.kernel 6×10 at 16", "head.bias 10 at 0",
                          "416 in all"}));
    QCOMPARE(updated(small.parameters), (QStringList{"0 to 80, not decayed", "320 to 368, not decayed", "368 to 416"}));
    partly.training.groups = {{"slow", {"stem"}, 0.25}, {"still", {"head"}, 0.0}};
    QCOMPARE(updated(planOf(partly).parameters),
             (QStringList{"0 to 80, not decayed, at 0 of the rate", "320 to 352, not decayed",
                          "352 to 368, not decayed, at 0.25 of the rate", "368 to 416, at 0.25 of the rate"}));
    const Project residual = test::sample("mnist_residual");
    const auto decayed = [](Project project, std::vector<std::string> spared) {
        project.training.excludeFromWeightDecay = std::move(spared);
        QStringList kernels;
        for (const Segment& segment : planOf(project).parameters.segments)
            if (segment.decay)
                kernels << QString::fromStdString(segment.id.substr(0, segment.id.find('.')));
        return kernels.join(' ');
    };
    QCOMPARE(decayed(residual, {"res_1", "res_2/conv2d_2"}),
             QString("conv2d_1 res_2/conv2d_1 res_3/conv2d_1 res_3/conv2d_2 dense_1"));
    QCOMPARE(textOf(small.statistics), (QStringList{"norm.moving_mean 4 at 16", "norm.moving_variance 4 at 0", "32 in all"}));
}

NETSMITH_TEST(TestWeights)

} // namespace test_weights

#include "test_weights.moc"
