#include "engine/plan/fusion.h"
#include "engine/plan/segment_layout.h"
#include "tests/engine/plan/weights_fixture.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

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

} // namespace

/// The weight settings that every layer has, in whole networks.
class TestWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void frozenLayersCostNoGradient();
    void frozenLayersStayAsTheyAre_data() { addDevices(); }
    void frozenLayersStayAsTheyAre();
    void aNetworkThatIsAllFrozenIsRefused();
    void initializersGetTheirNumbers();
    void penaltiesJoinTheLoss_data() { addDevices(); }
    void penaltiesJoinTheLoss();
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

void TestWeights::initializersGetTheirNumbers()
{
    Project project = smallProject();
    ParameterMap& head = project.graph.find("head")->parameters;
    head["bias_initializer"] = std::string("constant");
    head["initial_value"] = -4.5;
    head["kernel_initializer"] = std::string("random_uniform");
    head["initial_minval"] = 0.001;
    head["initial_maxval"] = 0.002;
    SmallTraining training(project, "reference", {.batch = 8});
    for (const double bias : partOf(training, Arena::weights, "head.bias"))
        QCOMPARE(bias, -4.5);
    for (const double weight : partOf(training, Arena::weights, "head.kernel"))
        QVERIFY(weight >= 0.001f && weight <= 0.002f);
}

void TestWeights::penaltiesJoinTheLoss()
{
    QFETCH(QString, device);
    if (!test::hasDevice(device.toStdString()))
        QSKIP("the device's backend is not built");
    Project project = smallProject();
    project.training.optimizer = {"sgd", {}, Json::object()};
    SmallTraining plain(project, device.toStdString(), {.batch = 8});
    const double l1 = 0.03;
    const double l2 = 0.2;
    project.graph.find("body")->parameters["l1"] = l1;
    project.graph.find("body")->parameters["penalize_bias"] = true;
    project.graph.find("head")->parameters["l2"] = l2;
    SmallTraining penalized(project, device.toStdString(), {.batch = 8});
    QVERIFY(std::ranges::equal(plain.arena(Arena::weights), penalized.arena(Arena::weights)));
    QCOMPARE(penalized.plan().columns.back().name, std::string(penaltyColumn));

    const auto before = [&](const char* id) { return partOf(plain, Arena::weights, id); };
    const std::map<std::string, std::vector<double>> start{{"body.kernel", before("body.kernel")},
                                                           {"body.bias", before("body.bias")},
                                                           {"head.kernel", before("head.kernel")},
                                                           {"head.bias", before("head.bias")},
                                                           {"stem.kernel", before("stem.kernel")}};
    double penalty = 0.0;
    for (const double w : start.at("body.kernel"))
        penalty += l1 * std::abs(w);
    for (const double w : start.at("head.kernel"))
        penalty += l2 * w * w;
    const auto close = [](double a, double b) { return std::abs(a - b) <= 1e-5 * std::max(1.0, std::abs(b)); };
    QVERIFY(close(penalized.evaluate(1).back(), 8.0 * penalty)); // a sum over the batch, as the losses are

    const float rate = 0.5f;
    plain.train(1, rate);
    QVERIFY(close(penalized.train(1, rate).back(), 8.0 * penalty));
    for (const auto& [id, old] : start) {
        const std::vector<double> without = partOf(plain, Arena::weights, id);
        const std::vector<double> with = partOf(penalized, Arena::weights, id);
        for (std::size_t i = 0; i < old.size(); ++i) {
            double slope = 0.0;
            if (id.starts_with("body."))
                slope = l1 * (old[i] > 0.0 ? 1.0 : old[i] < 0.0 ? -1.0 : 0.0);
            else if (id == "head.kernel")
                slope = 2.0 * l2 * old[i];
            QVERIFY2(close(with[i], without[i] - rate * slope), id.c_str());
        }
    }
}

void TestWeights::frozenWeightsAreNotPenalized()
{
    Project project = smallProject();
    project.graph.find("body")->parameters = {{"filters", std::int64_t{6}}, {"l2", 0.5}, {"trainable", false}};
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

QTEST_GUILESS_MAIN(TestWeights)
#include "test_weights.moc"
