#include "engine/graph/project/project_file.h"
#include "engine/optimizers/registry.h"
#include "tests/engine/plan/weights_fixture.h"
#include "tests/test_program.h"

#include <cmath>
#include <map>
#include <set>

namespace test_kept_zeros {

using namespace netsmith;
using namespace netsmith::test;

namespace {

constexpr const char* kernels[] = {"stem.kernel", "body.kernel", "head.kernel"};

/// The small network, whose kernels keep their zeros.
Project prunedProject()
{
    Project project = smallProject();
    for (const char* id : {"stem", "body", "head"})
        project.graph.find(id)->parameters["keep_zeros"] = true;
    return project;
}

bool isPruned(std::int64_t index)
{
    return index * 7 % 10 < 6;
}

/// Sets weights of the kernels to zero, and fills the optimizer's slots, as if it had moved them before.
void prune(SmallTraining& training)
{
    std::vector<double> weights = training.arena(Arena::weights);
    for (const char* id : kernels) {
        const Segment& segment = *training.plan().parameters.find(id);
        for (std::int64_t i = 0; i < segment.elements(); ++i)
            if (isPruned(i))
                weights[static_cast<std::size_t>(segment.offset + i)] = 0.0;
    }
    training.state().writeArena(Arena::weights, std::span<const double>(weights)).take();
    if (training.plan().averages)
        training.state().writeArena(Arena::average, std::span<const double>(weights)).take();
    const std::vector<double> moved(weights.size(), 0.125);
    for (int slot = 0; slot < training.plan().slots(); ++slot)
        training.state().writeArena(slotArena(slot), std::span<const double>(moved)).take();
}

int countUpdates(const Project& project, std::string_view op)
{
    const LogicalPlan plan = planOf(project);
    return static_cast<int>(
        std::ranges::count_if(plan.program(programs::update).ops, [&](const Op& each) { return each.spec->name == op; }));
}

/// How many of the pruned weights are not 0, and how many of the others are.
std::pair<int, int> misplaced(SmallTraining& training, Arena arena)
{
    std::pair<int, int> counts;
    for (const char* id : kernels) {
        const std::vector<double> values = partOf(training, arena, id);
        for (std::size_t i = 0; i < values.size(); ++i)
            if (isPruned(static_cast<std::int64_t>(i)))
                counts.first += values[i] != 0.0 || std::signbit(values[i]);
            else
                counts.second += values[i] == 0.0;
    }
    return counts;
}

} // namespace

/// Weights that are zero stay zero with every optimizer.
class TestKeptZeros : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyOptimizerKeepsThem_data();
    void everyOptimizerKeepsThem();
    void theyHaveNoGradient_data() { addDevices(); }
    void theyHaveNoGradient();
    void othersMove_data() { addDevices(); }
    void othersMove();
    void plansWithoutThemAreAsBefore();
    void layersThatBeginWithZerosAreTold();
};

void TestKeptZeros::everyOptimizerKeepsThem_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("optimizer");
    QTest::addColumn<QString>("also");
    for (const char* device : {"reference", "cpu"}) {
        for (const OptimizerSpec& spec : optimizers())
            QTest::addRow("%s %s", device, spec.id.c_str()) << device << QString::fromStdString(spec.id) << QString();
        for (const char* also : {"momentum", "average", "accumulation", "norms", "penalty", "clipping", "fp16 emulated"})
            QTest::addRow("%s %s", device, also) << device << "sgd" << also;
    }
}

void TestKeptZeros::everyOptimizerKeepsThem()
{
    QFETCH(QString, device);
    QFETCH(QString, optimizer);
    QFETCH(QString, also);
    if (!test::hasDevice(device.toStdString()))
        QSKIP("the device's backend is not built");
    Project project = prunedProject();
    const OptimizerSpec& spec = *optimizers().find(optimizer.toStdString());
    project.training.optimizer = {spec.id, {}, Json::object()};
    if (spec.parameter("momentum"))
        project.training.optimizer.parameters["momentum"] = 0.9;
    if (spec.parameter("weight_decay"))
        project.training.optimizer.parameters["weight_decay"] = 0.01;
    PlanOptions options{.batch = 8};
    if (also == u"average")
        project.training.emaMomentum = 0.5;
    if (also == u"accumulation")
        project.training.gradientAccumulationSteps = 2;
    if (also == u"clipping")
        project.training.globalClipnorm = 0.01;
    if (also == u"fp16 emulated")
        options.precision = Precision::fp16Emulated;
    for (const char* id : {"stem", "body", "head"}) {
        if (also == u"norms")
            project.graph.find(id)->parameters["max_norm"] = 0.25;
        if (also == u"penalty")
            project.graph.find(id)->parameters["kernel_l1"] = 0.1;
    }
    SmallTraining training(project, device.toStdString(), options);
    prune(training);
    const std::vector<float> rows = training.train(6, 0.01f);
    QVERIFY(std::ranges::all_of(rows, [](float value) { return std::isfinite(value); }));
    QCOMPARE(misplaced(training, Arena::weights), std::pair(0, 0));
    if (also == u"average")
        QCOMPARE(misplaced(training, Arena::average), std::pair(0, 0));
}

/// So that they count in no norm, and leave the slots of Adam alone.
void TestKeptZeros::theyHaveNoGradient()
{
    QFETCH(QString, device);
    if (!test::hasDevice(device.toStdString()))
        QSKIP("the device's backend is not built");
    SmallTraining training(prunedProject(), device.toStdString(), {.batch = 8});
    prune(training);
    const std::vector<double> none(training.arena(Arena::weights).size(), 0.0);
    for (int slot = 0; slot < training.plan().slots(); ++slot)
        training.state().writeArena(slotArena(slot), std::span<const double>(none)).take();
    training.train(3, 0.01f);
    QVERIFY(training.plan().slots() > 0);
    for (int slot = 0; slot < training.plan().slots(); ++slot)
        QCOMPARE(misplaced(training, slotArena(slot)).first, 0);
}

/// Without the parameter, and the biases with it.
void TestKeptZeros::othersMove()
{
    QFETCH(QString, device);
    if (!test::hasDevice(device.toStdString()))
        QSKIP("the device's backend is not built");
    SmallTraining free(smallProject(), device.toStdString(), {.batch = 8});
    prune(free);
    free.train(3, 0.01f);
    QVERIFY(misplaced(free, Arena::weights).first > 100);

    SmallTraining kept(prunedProject(), device.toStdString(), {.batch = 8}); // its biases begin with zeros
    kept.train(3, 0.01f);
    for (const char* id : {"body.bias", "head.bias", "norm.beta"})
        QVERIFY2(std::ranges::count(partOf(kept, Arena::weights, id), 0.0) == 0, id);
}

void TestKeptZeros::plansWithoutThemAreAsBefore()
{
    QCOMPARE(countUpdates(smallProject(), "nonzero_mask"), 0);
    QCOMPARE(countUpdates(smallProject(), "keep_zeros"), 0);
    Project project = prunedProject();
    QCOMPARE(countUpdates(project, "nonzero_mask"), 3);
    QCOMPARE(countUpdates(project, "keep_zeros"), 6);
    project.graph.find("body")->parameters["trainable"] = false;
    QCOMPARE(countUpdates(project, "nonzero_mask"), 2);
    // Who uses the weights of another layer does as that one says.
    Project sharing = sharingProject();
    sharing.graph.find("body")->parameters["keep_zeros"] = true;
    QCOMPARE(countUpdates(sharing, "nonzero_mask"), 1);
}

void TestKeptZeros::layersThatBeginWithZerosAreTold()
{
    const auto told = [](const Project& project) {
        std::set<std::string> nodes;
        for (const Problem& problem : CheckedProject(project, catalog(), fieldsOf(project)).problems())
            if (problem.message.id() == "plan.kept_zeros")
                nodes.insert(problem.node);
        return nodes;
    };
    Project project = prunedProject();
    QVERIFY(told(project).empty());
    project.graph.find("body")->parameters["kernel_initializer"] = std::string("zeros");
    project.graph.find("head")->parameters.insert({{"kernel_initializer", std::string("constant")}, {"kernel_value", 0.0}});
    project.graph.find("stem")->parameters.insert({{"kernel_initializer", std::string("constant")}, {"kernel_value", 0.5}});
    QCOMPARE(told(project), (std::set<std::string>{"body", "head"}));
    setInitialWeights(project, InitialWeights{.path = "elsewhere.safetensors"});
    QVERIFY(told(project).empty());
}

NETSMITH_TEST(TestKeptZeros)

} // namespace test_kept_zeros

#include "test_kept_zeros.moc"
