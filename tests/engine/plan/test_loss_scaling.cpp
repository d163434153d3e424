#include "engine/ops/loss_scale.h"
#include "tests/engine/plan/training_fixture.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

namespace test_loss_scaling {

using namespace netsmith;
using netsmith::test::SmallTraining;
using Counters = std::array<std::int64_t, control::counterCount>;

namespace {

const std::vector<Arena> lasting{Arena::weights, Arena::slot0, Arena::slot1};

Counters countersOf(SmallTraining& training)
{
    Counters counters{};
    training.state().readCounters("train", counters).take();
    return counters;
}

void setShift(SmallTraining& training, std::int64_t shift)
{
    Counters counters{};
    counters[control::scaleShift] = shift;
    training.state().writeCounters("train", counters).take();
}

/// The number of a layer's gradients that are not 0.
std::int64_t gradientsOf(SmallTraining& training, const std::string& parameter)
{
    const Segment& segment = *training.plan().parameters.find(parameter);
    const std::vector<double> all = training.arena(Arena::gradients);
    const auto first = all.begin() + segment.offset;
    return std::count_if(first, first + segment.elements(), [](double value) { return value != 0.0; });
}

constexpr PlanOptions half{.batch = 8, .precision = Precision::fp16Emulated};

} // namespace

/// Loss scaling keeps small gradients from being lost in FP16, here on emulated numbers too.
class TestLossScaling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void devices_data();
    void anOverflowIsSkipped_data() { devices_data(); }
    void anOverflowIsSkipped();
    void theScaleOfEachStepIsRecorded_data() { devices_data(); }
    void theScaleOfEachStepIsRecorded();
    void aStepIsTheSameByAnyScale_data() { devices_data(); }
    void aStepIsTheSameByAnyScale();
    void smallGradientsAreLostWithoutIt_data() { devices_data(); }
    void smallGradientsAreLostWithoutIt();
    void aFixedScaleThatOverflowsEndsTheRun();
};

void TestLossScaling::init()
{
    if (QTest::currentDataTag() && !test::hasDevice(QTest::currentDataTag()))
        QSKIP("this build has no such device");
}

void TestLossScaling::devices_data()
{
    QTest::addColumn<QString>("device");
    QTest::newRow("cpu") << "cpu";
    QTest::newRow("reference") << "reference";
}

void TestLossScaling::anOverflowIsSkipped()
{
    QFETCH(QString, device);
    SmallTraining training(test::sample("mnist_mlp"), device.toStdString(), half);
    setShift(training, 30);
    std::vector<std::vector<double>> before;
    for (const Arena arena : lasting)
        before.push_back(training.arena(arena));
    QCOMPARE(training.train(1).size(), training.plan().columns.size()); // the launch goes on
    for (std::size_t i = 0; i < lasting.size(); ++i)
        QVERIFY(training.arena(lasting[i]) == before[i]);
    QCOMPARE(countersOf(training), (Counters{0, 8, 8, 1, 0, 29, 0, 1}));
    // It is halved until the gradients fit; then steps count.
    for (int launch = 0; launch < 6; ++launch) {
        Counters counters = countersOf(training);
        counters[control::position] = 0; // there are not more samples
        training.state().writeCounters("train", counters).take();
        training.train(5);
    }
    const Counters after = countersOf(training);
    QVERIFY(after[control::step] > 0);
    QVERIFY(after[control::skipped] > 5);
    QCOMPARE(after[control::step] + after[control::skipped], 31);
    QCOMPARE(after[control::scaleShift], 30 - after[control::skipped]);
    QCOMPARE(after[control::goodSteps], after[control::step]);
    QVERIFY(training.arena(Arena::weights) != before[0]);
}

/// Divided by the samples of a batch, in the last column, which is 0 in evaluation.
void TestLossScaling::theScaleOfEachStepIsRecorded()
{
    QFETCH(QString, device);
    const Project project = test::sample("mnist_mlp");
    SmallTraining training(project, device.toStdString(), half);
    const std::size_t columns = training.plan().columns.size();
    QCOMPARE(training.plan().columns.back().name, std::string(lossScaleColumn));
    setShift(training, 30);
    const std::vector<float> rows = training.train(5); // one launch
    QCOMPARE(rows.size(), 5 * columns);
    for (int i = 0; i < 5; ++i)
        QCOMPARE(static_cast<double>(rows[static_cast<std::size_t>(i + 1) * columns - 1])
                     * static_cast<double>(project.training.batch),
                 std::ldexp(1.0, 16 + 30 - i));
    QCOMPARE(training.evaluate(1).back(), 0.0f);
    SmallTraining whole(project, device.toStdString(), {.batch = 8});
    QCOMPARE(whole.plan().columns.size(), columns - 1);
}

/// Powers of two change no digit where nothing is too small or too large.
void TestLossScaling::aStepIsTheSameByAnyScale()
{
    QFETCH(QString, device);
    std::vector<double> first;
    for (const std::int64_t shift : {-2, -3}) {
        Project project = test::sample("mnist_mlp");
        project.training.optimizer = {"sgd", {}}; // which does not divide by a gradient's size
        SmallTraining training(project, device.toStdString(), half);
        setShift(training, shift);
        training.train(1);
        const std::vector<double> weights = training.arena(Arena::weights);
        if (first.empty())
            first = weights;
        double most = 0.0;
        for (std::size_t i = 0; i < weights.size(); ++i)
            most = std::max(most, std::abs(weights[i] - first[i]));
        QVERIFY2(most < 1e-6, qPrintable(QString::number(most)));
    }
}

/// A network whose gradients are about 10⁻⁹: FP16's smallest number is 6·10⁻⁸.
void TestLossScaling::smallGradientsAreLostWithoutIt()
{
    QFETCH(QString, device);
    Project project = test::sample("mnist_mlp");
    project.training.objectives[0].weight = 1e-8;
    project.training.lossScale = 1.0;
    SmallTraining lost(project, device.toStdString(), half);
    lost.train(1);
    QCOMPARE(gradientsOf(lost, "dense_1.kernel"), 0);
    project.training.lossScale = 0.0;
    SmallTraining kept(project, device.toStdString(), half);
    kept.train(1);
    QVERIFY(gradientsOf(kept, "dense_1.kernel") > 1000);
}

void TestLossScaling::aFixedScaleThatOverflowsEndsTheRun()
{
    Project project = test::sample("mnist_mlp");
    project.training.lossScale = 1e14;
    SmallTraining training(project, "reference", half);
    QCOMPARE(training.train(3).size(), 0u);
}

NETSMITH_TEST(TestLossScaling)

} // namespace test_loss_scaling

#include "test_loss_scaling.moc"
