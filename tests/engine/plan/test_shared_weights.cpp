#include "tests/engine/plan/weights_fixture.h"
#include "tests/test_program.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace test_shared_weights {

using namespace netsmith;
using namespace netsmith::test;

/// Layers that use the weights of another, by themselves and as parts of a block.
class TestSharedWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sharedWeightsGetTheSumOfTheirGradients();
    void sharedWeightsAreTheirOwners();
    void sharedWeightsArePenalizedAsTheirOwners();
    void sharedWeightsOfOtherSizesAreRefused();
    void blocksTrainAsWhatTheyStandFor_data() { addDevices(); }
    void blocksTrainAsWhatTheyStandFor();
};

void TestSharedWeights::sharedWeightsGetTheSumOfTheirGradients()
{
    SmallTraining training(sharingProject(), "reference", {.batch = 8});
    const LogicalPlan& plan = training.plan();
    QVERIFY(!plan.parameters.find("twin.kernel"));
    const auto& update = plan.program(programs::update).ops;
    const auto record = std::ranges::find_if(update, [](const Op& op) { return op.spec->name == "record"; });
    const TensorId lossTensor = record->inputs[0];
    const auto lossAt = [&](const std::vector<double>& weights) {
        training.state().writeArena(Arena::weights, std::span<const double>(weights)).take();
        training.state().writeCounters("train", std::array<std::int64_t, control::counterCount>{}).take();
        training.train(1, 0.0f);
        std::vector<double> loss(1);
        training.executable().read(lossTensor, loss).take();
        return loss[0];
    };
    std::vector<double> weights = training.arena(Arena::weights);
    (void)lossAt(weights);
    const std::vector<double> gradient = training.arena(Arena::gradients);
    int checked = 0;
    for (const char* id : {"body.kernel", "body.bias", "stem.kernel"}) {
        const Segment& segment = *plan.parameters.find(id);
        for (std::int64_t e = 0; e < segment.elements(); ++e) {
            const auto i = static_cast<std::size_t>(segment.offset + e);
            const double middle = weights[i];
            const double step = 1e-5;
            weights[i] = middle + step;
            const double above = lossAt(weights);
            weights[i] = middle - step;
            const double below = lossAt(weights);
            weights[i] = middle;
            const double expected = (above - below) / (2.0 * step);
            QVERIFY2(std::abs(gradient[i] - expected) <= 1e-6 * std::max(1.0, std::abs(expected)),
                     qPrintable(QString("%1[%2]: %3, by differences %4").arg(id).arg(e).arg(gradient[i]).arg(expected)));
            ++checked;
        }
    }
    QVERIFY(checked > 80);
}

void TestSharedWeights::sharedWeightsAreTheirOwners()
{
    Project project = sharingProject();
    project.graph.find("body")->shares = "twin"; // now the later one owns them
    project.graph.find("twin")->shares.clear();
    project.graph.find("twin")->parameters["kernel_initializer"] = std::string("identity");
    project.graph.find("body")->parameters["trainable"] = false;
    const LogicalPlan plan = planOf(project);
    QVERIFY(!plan.parameters.find("body.kernel"));
    QCOMPARE(plan.parameters.find("twin.kernel")->initializer.id, std::string("identity"));
    QVERIFY(plan.parameters.find("twin.kernel")->trainable);
    project.graph.find("twin")->parameters["trainable"] = false;
    QVERIFY(!planOf(project).parameters.find("twin.kernel")->trainable);
}

void TestSharedWeights::sharedWeightsArePenalizedAsTheirOwners()
{
    const auto penalties = [](const Project& project) {
        const LogicalPlan plan = planOf(project);
        return std::pair(countOps(plan, "weight_penalty"),
                         std::ranges::count(plan.columns, std::string(penaltyColumn), &MetricColumn::name));
    };
    Project project = sharingProject();
    project.graph.find("twin")->parameters["kernel_l2"] = 0.5;
    QCOMPARE(penalties(project), std::pair(0, std::ptrdiff_t{0}));
    project.graph.find("body")->parameters["kernel_l2"] = 0.5;
    QCOMPARE(penalties(project), std::pair(1, std::ptrdiff_t{1}));
}

void TestSharedWeights::sharedWeightsOfOtherSizesAreRefused()
{
    Project project = sharingProject();
    project.graph.find("twin")->parameters["filters"] = std::int64_t{5};
    const CheckedProject checked(project, catalog(), test::fieldsOf(project));
    QCOMPARE(checked.problems().size(), 1u);
    QCOMPARE(checked.problems()[0].message.text(),
             std::string("conv2d \"twin\": it needs bias 5, kernel 3×3×3×5 and can't use the weights of conv2d \"body\", which are "
                         "bias 3, kernel 3×3×3×3; give both the same sizes"));
    QCOMPARE(checked.problems()[0].node, std::string("twin"));
}

void TestSharedWeights::blocksTrainAsWhatTheyStandFor()
{
    QFETCH(QString, device);
    if (!test::hasDevice(device.toStdString()))
        QSKIP("the device's backend is not built");
    Project drawn = smallProject();
    Block block{.id = "middle", .title = {}};
    const auto wire = [](const char* from, const char* to) {
        return Edge{{from, *from ? "output" : "input"}, {to, *to ? "input" : "output"}, Json::object()};
    };
    for (const char* id : {"norm", "relu_1", "body"})
        block.nodes.push_back(*drawn.graph.find(id));
    block.edges = {wire("", "norm"), wire("norm", "relu_1"), wire("relu_1", "body"), wire("body", "")};
    std::erase_if(drawn.graph.nodes,
                  [](const Node& node) { return node.id == "norm" || node.id == "relu_1" || node.id == "body"; });
    drawn.graph.nodes.push_back({.id = "use", .layer = "block", .title = {}, .parameters = {{"block", std::string("middle")}}});
    drawn.graph.blocks.push_back(block);
    drawn.graph.edges = {wire("input_1", "stem"), wire("stem", "use"), wire("use", "pool"), wire("pool", "head"),
                         wire("head", "softmax_1")};
    SmallTraining training(drawn, device.toStdString(), {.batch = 8});
    QVERIFY(training.plan().parameters.find("use/body.kernel"));
    QVERIFY(training.plan().statistics.find("use/norm.moving_mean"));
    QCOMPARE(training.plan().parameterCount(), planOf(smallProject()).parameterCount());

    SmallTraining flat(smallProject(), device.toStdString(), {.batch = 8});
    const Segment& mine = *training.plan().parameters.find("use/body.kernel");
    QCOMPARE(mine.offset, flat.plan().parameters.find("body.kernel")->offset);
    flat.state().writeArena(Arena::weights, std::span<const double>(training.arena(Arena::weights))).take();
    QCOMPARE(training.train(4), flat.train(4));
    QCOMPARE(training.arena(Arena::weights), flat.arena(Arena::weights));
    QCOMPARE(training.evaluate(2), flat.evaluate(2));
}

NETSMITH_TEST(TestSharedWeights)

} // namespace test_shared_weights

#include "test_shared_weights.moc"
