#include "engine/core/philox.h"
#include "engine/core/quantization_grid.h"
#include "engine/ops/add.h"
#include "engine/ops/batch_norm.h"
#include "engine/ops/cast.h"
#include "engine/ops/conv2d.h"
#include "engine/ops/dense.h"
#include "engine/ops/gradient.h"
#include "engine/ops/pool2d.h"
#include "engine/ops/round.h"
#include "engine/ops/fake_quantize.h"
#include "engine/ops/stop_gradient.h"
#include "tests/engine/ops/op_cases.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <map>

namespace test_gradients {

using namespace netsmith;
using namespace netsmith::test;

/// Every gradient rule and the backward ops it emits, against central differences in double on the reference backend.
class TestGradients : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyRuleHasACase();
    void followsTheDifferences_data();
    void followsTheDifferences();
    void leavesOutWhatNobodyWants();
    void castsTheGradientBack();
    void roundingPassesGradientsOfTheRange();
    void learnedRangesFindTheLeastError_data();
    void learnedRangesFindTheLeastError();
    void refusesFusedOps();
};

namespace {

constexpr double step = 1e-5;

bool isTested(const OpCase& each)
{
    return each.spec->gradient && each.differences;
}

/// Σ arriving · output: the function that is differentiated.
double objective(OpRun& run)
{
    run.runForward();
    const std::vector<double> output = run.read(run.outputs()[0]);
    double sum = 0.0;
    for (std::size_t i = 0; i < output.size(); ++i)
        sum += run.arriving()[i] * output[i];
    return sum;
}

} // namespace

void TestGradients::everyRuleHasACase()
{
    std::map<std::string_view, int> tested;
    for (const OpCase& each : opCases())
        if (isTested(each) && std::ranges::any_of(each.inputs, &OpInput::wanted))
            ++tested[each.spec->name];
    for (const OpSpec* spec : allOps())
        // See castsTheGradientBack; rounding is a step function, and stop_gradient has no gradient.
        if (spec->gradient && spec != &ops::cast && spec != &ops::round && spec != &ops::fakeQuantize
            && spec != &ops::fakeQuantizeRows && spec != &ops::fakeQuantizeWeights && spec != &ops::observeRange
            && spec != &ops::stopGradient)
            QVERIFY2(tested[spec->name] > 0, qPrintable(QString("no case for the gradient of %1").arg(spec->name.data())));
}

void TestGradients::followsTheDifferences_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < opCases().size(); ++i)
        if (isTested(opCases()[i]))
            QTest::newRow(opCases()[i].name.c_str()) << static_cast<int>(i);
}

void TestGradients::followsTheDifferences()
{
    QFETCH(int, index);
    const OpCase& each = opCases()[static_cast<std::size_t>(index)];
    const Availability reference = availabilityOf("reference");
    QVERIFY2(reference.backend, reference.reason.c_str());
    OpRun run(*reference.backend, each);
    run.run();
    for (std::size_t i = 0; i < each.inputs.size(); ++i) {
        if (!each.inputs[i].wanted)
            continue;
        QVERIFY(run.gradients()[i] != noTensor);
        const std::vector<double> gradient = run.read(run.gradients()[i]);
        std::vector<double> values = each.inputs[i].values;
        QCOMPARE(gradient.size(), values.size());
        for (std::size_t e = 0; e < values.size(); ++e) {
            const double middle = values[e];
            values[e] = middle + step;
            run.write(run.inputs()[i], values);
            const double above = objective(run);
            values[e] = middle - step;
            run.write(run.inputs()[i], values);
            const double below = objective(run);
            values[e] = middle;
            const double expected = (above - below) / (2.0 * step);
            QVERIFY2(std::abs(gradient[e] - expected) <= 1e-7 * std::max(1.0, std::abs(expected)),
                     qPrintable(QString("input %1, element %2: %3, by differences %4")
                                    .arg(i)
                                    .arg(e)
                                    .arg(gradient[e], 0, 'g', 12)
                                    .arg(expected, 0, 'g', 12)));
        }
        run.write(run.inputs()[i], values);
    }
}

/// No gradient is computed for an input that is data: for the first convolution that is half of its backward pass.
void TestGradients::leavesOutWhatNobodyWants()
{
    const Availability reference = availabilityOf("reference");
    QVERIFY2(reference.backend, reference.reason.c_str());
    for (const OpCase& each : opCases()) {
        const bool joins =
            each.spec->name == "conv2d" || each.spec->name == "dense" || each.spec->name == "add" || each.spec->name == "concat";
        if (!joins || !each.inputs[0].wanted)
            continue;
        OpCase halved = each;
        halved.inputs[0].wanted = false;
        const OpRun all(*reference.backend, each);
        const OpRun some(*reference.backend, halved);
        QCOMPARE(some.gradients()[0], noTensor);
        QVERIFY(some.gradients()[1] != noTensor);
        if (each.spec->name != "add")
            QCOMPARE(some.plan().programs[0].ops.size() + 1, all.plan().programs[0].ops.size());
    }
}

/// Straight through where the number is within the range, as far as it rounds to one of its ends; 0 elsewhere. Of weights, all.
void TestGradients::roundingPassesGradientsOfTheRange()
{
    // Steps of 1/16 from 0 to 255/16 = 15.9375.
    OpInput x{.shape = {7}, .values = {-0.04, -0.03, 0.0, 7.3, 15.9375, 15.968, 15.97}};
    x.wanted = true;
    const OpCase numbers{"range", &ops::fakeQuantize, noAttributes(), {x, {.shape = {2}, .values = {0.0, 255.0 / 16.0}}}};
    const std::vector<double> passes{0, 1, 1, 1, 1, 1, 0};
    // By how many steps rounding moves a number; the first and the last one are cut off.
    const std::vector<double> moves{0, 0.48, 0, 0.2, 0, -0.488, 0};
    OpCase learned = numbers;
    learned.inputs[1].wanted = true;
    OpInput w{.shape = {2, 2}, .values = {-0.3, 2.0, 0.1, -1.0}};
    w.wanted = true;
    const OpCase weights{"weights", &ops::fakeQuantizeWeights, noAttributes(), {w}};
    for (const char* const name : {"reference", "cpu"}) {
        const Availability backend = availabilityOf(name);
        if (!backend.backend)
            continue;
        OpRun ranged(*backend.backend, numbers);
        ranged.run();
        const std::vector<double> gradient = ranged.read(ranged.gradients()[0]);
        for (std::size_t i = 0; i < passes.size(); ++i)
            QCOMPARE(gradient[i], passes[i] * ranged.arriving()[i]);
        OpRun learning(*backend.backend, learned);
        learning.run();
        const std::vector<double> dy = learning.arriving(), ends = learning.read(learning.gradients()[1]);
        double within = 0.0;
        for (std::size_t i = 0; i < moves.size(); ++i)
            within += moves[i] / 255.0 * dy[i];
        QVERIFY(std::abs(ends[0] - (dy.front() - within)) < 1e-6);
        QVERIFY(std::abs(ends[1] - (dy.back() + within)) < 1e-6);
        QCOMPARE(learning.read(learning.gradients()[0]), gradient);
        OpRun rounded(*backend.backend, weights);
        rounded.run();
        QCOMPARE(rounded.read(rounded.gradients()[0]), rounded.arriving());
    }
}

void TestGradients::learnedRangesFindTheLeastError_data()
{
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::newRow("too wide") << -20.0 << 20.0;
    QTest::newRow("too narrow") << -0.5 << 0.5;
    QTest::newRow("elsewhere") << -9.0 << 1.0;
}

/// Steps against the gradient of the squared error end where no range of a fine search is much better.
void TestGradients::learnedRangesFindTheLeastError()
{
    QFETCH(double, low);
    QFETCH(double, high);
    RandomStream random(7, 1);
    std::vector<double> x;
    for (int i = 0; i < 3000; ++i)
        x.push_back(random.normal() + 0.5);
    const auto errorOf = [&](double from, double to) {
        const QuantizationGrid grid = QuantizationGrid::between(static_cast<float>(from), static_cast<float>(to));
        double error = 0.0;
        for (const double each : x) {
            const double by = double{grid.represented(static_cast<float>(each))} - each;
            error += by * by;
        }
        return error / static_cast<double>(x.size());
    };
    double least = errorOf(low, high);
    for (double from = -6.0; from < 0.0; from += 0.05)
        for (double to = 0.05; to < 7.0; to += 0.05)
            least = std::min(least, errorOf(from, to));

    const Availability reference = availabilityOf("reference");
    double rate = 0.5;
    for (int step = 0; step < 200; ++step, rate *= 0.97) {
        const QuantizationGrid grid = QuantizationGrid::between(static_cast<float>(low), static_cast<float>(high));
        std::vector<double> dy;
        for (const double each : x)
            dy.push_back(2.0 * (double{grid.represented(static_cast<float>(each))} - each));
        const Shape shape{std::ssize(x)};
        OpRun run(*reference.backend,
                  {"range",
                   &ops::fakeQuantizeRangeGradient,
                   noAttributes(),
                   {{.shape = shape, .values = x}, {.shape = {2}, .values = {low, high}}, {.shape = shape, .values = dy}}});
        run.run();
        const std::vector<double> gradient = run.read(run.outputs()[0]);
        low -= rate * (gradient[0] > 0.0 ? 1.0 : -1.0);
        high -= rate * (gradient[1] > 0.0 ? 1.0 : -1.0);
    }
    QVERIFY2(errorOf(low, high) < 1.2 * least,
             qPrintable(QString("%1 to %2: %3, not %4").arg(low).arg(high).arg(errorOf(low, high)).arg(least)));
}

/// A cast has no differences, but its gradient gets the type of what was cast, unless it has it already, as a weight's does.
void TestGradients::castsTheGradientBack()
{
    for (const DataType from : {DataType::f32, DataType::bf16}) {
        const DataType to = from == DataType::f32 ? DataType::bf16 : DataType::f32;
        for (const DataType arriving : {from, to}) {
            std::vector<TensorInfo> tensors{{.name = "x", .shape = {2, 3}, .type = from},
                                            {.name = "dy", .shape = {2, 3}, .type = arriving}};
            Program program{"forward_backward", {}};
            Emitter emitter(tensors, program);
            emitCast(emitter, 0, to);
            const Op op = program.ops.front();
            const TensorId gradient = 1;
            GradientContext context(op, emitter, std::span(&gradient, 1), {true});
            ops::cast.gradient(context);
            QCOMPARE(emitter.info(context.inputGradients()[0]).type, from);
            QCOMPARE(program.ops.size(), arriving == from ? 1u : 2u);
        }
    }
}

/// Fusion comes after the gradients; a rule that ignored the activation would be silently wrong.
void TestGradients::refusesFusedOps()
{
    int refused = 0;
    for (const OpCase& each : opCases()) {
        if (std::ranges::none_of(each.inputs, &OpInput::wanted))
            continue; // already fused, without gradients
        std::shared_ptr<Attributes> fused;
        if (each.spec == &ops::conv2d) {
            auto attributes = std::make_shared<Conv2dAttributes>(static_cast<const Conv2dAttributes&>(*each.attributes));
            attributes->activation = Activation::relu;
            fused = attributes;
        } else if (each.spec == &ops::dense) {
            auto attributes = std::make_shared<DenseAttributes>(static_cast<const DenseAttributes&>(*each.attributes));
            attributes->activation = Activation::tanh;
            fused = attributes;
        } else if (each.spec == &ops::add) {
            fused = std::make_shared<AddAttributes>(Activation::sigmoid);
        } else if (each.spec == &ops::maxPool2d) {
            auto attributes = std::make_shared<Pool2dAttributes>(static_cast<const Pool2dAttributes&>(*each.attributes));
            attributes->activation = Activation::relu;
            fused = attributes;
        } else if (each.spec == &ops::batchNorm) {
            auto attributes = std::make_shared<BatchNormAttributes>(static_cast<const BatchNormAttributes&>(*each.attributes));
            attributes->activation = Activation::relu;
            fused = attributes;
        } else {
            continue;
        }
        OpCase changed = each;
        changed.attributes = fused;
        const Availability reference = availabilityOf("reference");
        QVERIFY2(reference.backend, reference.reason.c_str());
        try {
            const OpRun run(*reference.backend, changed);
            QFAIL(each.name.c_str());
        } catch (const Error& error) {
            QCOMPARE(error.message().id(), std::string("op.fused"));
            ++refused;
        }
    }
    QVERIFY(refused >= 5);
}

NETSMITH_TEST(TestGradients)

} // namespace test_gradients

#include "test_gradients.moc"
