#include "engine/backend/loader.h"
#include "engine/losses/registry.h"
#include "tests/engine/losses/judged_run.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>

namespace test_gradients {

using namespace netsmith;
using namespace netsmith::test;

/// Every loss of the registry by itself: its gradient against differences in double, and its slopes on both sides of kinks.
class TestLossGradients : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void followTheDifferences_data();
    void followTheDifferences();
    void sidesOfKinks_data();
    void sidesOfKinks();
    void weightsMultiplyWhatASampleCounts();
    void distillationByHand();
    void distillationOfTheTeacherItself();
};

namespace {

constexpr double step = 1e-6;

/// A batch of 3 whose targets suit the loss: classes, probabilities or numbers, the first kind it accepts.
struct Suited {
    JudgedShapes shapes;
    std::vector<double> x;
    std::vector<double> target;
};

Suited suitedTo(const LossSpec& loss)
{
    Suited suited{.shapes = {.x = {3, 4}, .activation = "none", .target = {3, 4}},
                  .x = {0.9, 0.2, -1.4, 0.35, 1.7, -0.6, 0.45, -2.1, 0.15, 1.1, -0.8, 2.3},
                  .target = {0.1, 0.2, 0.3, 0.4, 0.7, 0.1, 0.1, 0.1, 0.25, 0.25, 0.3, 0.2}};
    if (!loss.problem({}, {4}, {}, 4)) {
        suited.shapes.target = {3};
        suited.shapes.targetType = DataType::i32;
        suited.target = {2, 0, 3};
    }
    if (loss.id == "poisson" || loss.id == "kl_divergence")
        suited.shapes.activation = "sigmoid"; // they expect positive numbers
    return suited;
}

double valueOf(JudgedRun& run, const std::vector<double>& x, const Suited& suited, const std::vector<double>& weights)
{
    run.run(x, suited.target, weights);
    return run.sums()[0];
}

} // namespace

void TestLossGradients::followTheDifferences_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<bool>("fuse");
    for (const LossSpec& loss : losses())
        for (const bool fuse : {true, false})
            QTest::addRow("%s, %s", loss.id.c_str(), fuse ? "fused" : "apart") << QString::fromStdString(loss.id) << fuse;
}

void TestLossGradients::followTheDifferences()
{
    QFETCH(QString, id);
    QFETCH(bool, fuse);
    const LossSpec& loss = *losses().find(id.toStdString());
    const std::vector<double> weights{0.5, 2.0, 1.25};
    for (const bool behind : {false, true}) { // an activation that the loss would apply itself
        Suited suited = suitedTo(loss);
        suited.shapes.fuse = fuse;
        suited.shapes.weighted = true;
        if (behind && loss.appliedActivation.empty())
            continue;
        if (behind)
            suited.shapes.activation = loss.appliedActivation;
        JudgedRun run(*loadBackend("reference").take(), suited.shapes, [&](LossCall& call) { loss.lower({}, call); });
        run.run(suited.x, suited.target, weights);
        const std::vector<double> gradient = run.gradient();
        for (std::size_t i = 0; i < suited.x.size(); ++i) {
            std::vector<double> moved = suited.x;
            moved[i] += step;
            const double above = valueOf(run, moved, suited, weights);
            moved[i] -= 2.0 * step;
            const double expected = (above - valueOf(run, moved, suited, weights)) / (2.0 * step);
            QVERIFY2(
                std::abs(gradient[i] - expected) <= 1e-6 * std::max(1.0, std::abs(expected)),
                qPrintable(QString("x[%1]: %2, by differences %3").arg(i).arg(gradient[i], 0, 'g', 12).arg(expected, 0, 'g', 12)));
        }
    }
}

void TestLossGradients::sidesOfKinks_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<double>("target");
    QTest::addColumn<double>("kink");
    QTest::addColumn<double>("below");
    QTest::addColumn<double>("above");
    const auto row = [](const char* id, double target, double kink, double below, double above) {
        QTest::addRow("%s at %g", id, kink) << QString(id) << target << kink << below << above;
    };
    row("mean_absolute_error", 2.0, 2.0, -1.0, 1.0);
    row("huber", 0.0, 1.0, 1.0, 1.0); // a jump of the curvature, not of the slope
    row("huber", 0.0, -1.0, -1.0, -1.0);
    row("hinge", 1.0, 1.0, -1.0, 0.0);
    row("hinge", 0.0, -1.0, 0.0, 1.0);
    row("squared_hinge", 1.0, 1.0, 0.0, 0.0);
}

void TestLossGradients::sidesOfKinks()
{
    QFETCH(QString, id);
    QFETCH(double, target);
    QFETCH(double, kink);
    QFETCH(double, below);
    QFETCH(double, above);
    const LossSpec& loss = *losses().find(id.toStdString());
    for (const char* backend : {"reference", "cpu"}) {
        const auto device = loadBackend(backend);
        if (!device)
            QSKIP("this backend is not built");
        JudgedRun run(**device, {.x = {2, 1}, .target = {2}}, [&](LossCall& call) { loss.lower({}, call); });
        run.run({kink - 1e-4, kink + 1e-4}, {target, target});
        QVERIFY(std::abs(run.gradient()[0] - below) < 1e-3);
        QVERIFY(std::abs(run.gradient()[1] - above) < 1e-3);
    }
}

/// Keras's sum_over_batch_size: a weight of 2 is like a sample that occurs twice, while the batch size stays the same.
void TestLossGradients::weightsMultiplyWhatASampleCounts()
{
    for (const LossSpec& loss : losses()) {
        Suited suited = suitedTo(loss);
        const auto lower = [&](LossCall& call) { loss.lower({}, call); };
        Backend& reference = *loadBackend("reference").take();
        std::vector<double> singles;
        for (std::size_t i = 0; i < 3; ++i) {
            JudgedShapes one = suited.shapes;
            one.x = {1, 4};
            const bool classes = one.targetType == DataType::i32;
            one.target = classes ? Shape{1} : Shape{1, 4};
            JudgedRun run(reference, one, lower);
            const std::size_t width = classes ? 1 : 4;
            const auto x = suited.x.begin() + static_cast<std::ptrdiff_t>(4 * i);
            const auto target = suited.target.begin() + static_cast<std::ptrdiff_t>(width * i);
            run.run({x, x + 4}, {target, target + static_cast<std::ptrdiff_t>(width)});
            singles.push_back(run.sums()[0]);
        }
        suited.shapes.weighted = true;
        JudgedRun run(reference, suited.shapes, lower);
        run.run(suited.x, suited.target, {0.5, 0.0, 3.0});
        const double expected = 0.5 * singles[0] + 3.0 * singles[2];
        QVERIFY2(std::abs(run.sums()[0] - expected) < 1e-12 * std::max(1.0, std::abs(expected)), loss.id.c_str());
    }
}

/// With T = 2 the logits (2, 0) are (1, 0), so t = (0.731059, 0.268941), and those of the student (0, 2) are the other way round:
/// 4·Σ t·log(t/p) = 4·(0.731059 − 0.268941)·1. Half of the batch is the teacher's own answer.
void TestLossGradients::distillationByHand()
{
    const LossSpec& loss = *losses().find("distillation");
    for (const char* activation : {"none", "softmax"})
        for (const char* backend : {"reference", "cpu"}) {
            const auto device = loadBackend(backend);
            if (!device)
                continue;
            JudgedRun run(**device, {.x = {2, 2}, .activation = activation, .target = {2, 2}}, [&](LossCall& call) {
                loss.lower({{"temperature", 2.0}}, call);
            });
            run.run({0.0, 2.0, 5.0, 1.0}, {2.0, 0.0, 5.0, 1.0});
            QVERIFY2(std::abs(run.sums()[0] - 4.0 * 0.4621171573) < 1e-5, qPrintable(QString::number(run.sums()[0], 'g', 10)));
            // T²·(p − t)/T of the first sample; nothing to learn from the second.
            const std::vector<double> expected{-2.0 * 0.4621171573, 2.0 * 0.4621171573, 0.0, 0.0};
            for (std::size_t i = 0; i < expected.size(); ++i)
                QVERIFY2(std::abs(run.gradient()[i] - expected[i]) < 1e-5, qPrintable(QString::number(run.gradient()[i], 'g', 10)));
        }
}

/// A student that answers as its teacher has nothing to learn, at any temperature, for logits of any size.
void TestLossGradients::distillationOfTheTeacherItself()
{
    const LossSpec& loss = *losses().find("distillation");
    const std::vector<double> logits{80.0, -80.0, 3.0, 0.1, 0.2, 0.3};
    for (const double temperature : {0.5, 1.0, 20.0}) {
        JudgedRun run(*loadBackend("reference").take(), {.x = {2, 3}, .target = {2, 3}}, [&](LossCall& call) {
            loss.lower({{"temperature", temperature}}, call);
        });
        run.run(logits, logits);
        QVERIFY(std::abs(run.sums()[0]) < 1e-9);
        for (const double each : run.gradient())
            QVERIFY(std::abs(each) < 1e-9);
    }
}

NETSMITH_TEST(TestLossGradients)

} // namespace test_gradients

#include "test_gradients.moc"
