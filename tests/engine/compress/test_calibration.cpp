#include "engine/compress/quantization/calibration.h"
#include "engine/core/error.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>

namespace test_calibration {

using namespace netsmith;
using namespace netsmith::compress;

/// Ranges of layers' inputs, from histograms whose answer is worked out by hand.
class TestCalibration : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theWholeExtent();
    void fewerParts();
    void percentilesLeaveTailsOut();
    void theLeastSquaredError();
    void theLeastDivergence();
    void zerosDoNotDecide();
    void bothSides();
    void nothingButZeros();
    void namesAreThose();
};

namespace {

/// Parts of width 1 from 0 to 2048.
InputHistogram counted(std::initializer_list<std::pair<std::size_t, double>> counts)
{
    InputHistogram histogram;
    histogram.high = 2048.0;
    for (const auto& [part, count] : counts)
        histogram.counts[part] = count;
    return histogram;
}

/// A million numbers in the first 256 parts, and one far away. `uneven`: every other part has three times as many.
InputHistogram withOutlier(bool uneven = false)
{
    InputHistogram histogram = counted({{2047, 1.0}});
    for (std::size_t part = 0; part < 256; ++part)
        histogram.counts[part] = 1e6 / 256.0 * (!uneven ? 1.0 : part % 2 == 0 ? 0.5 : 1.5);
    return histogram;
}

} // namespace

void TestCalibration::theWholeExtent()
{
    const InputRange range = rangeOf(counted({{10, 5.0}, {2047, 1.0}}), Calibration::minMax);
    QCOMPARE(range.low, 0.0f);
    QCOMPARE(range.high, 2048.0f);
    QCOMPARE(range.clipped, 0.0);
    // Σx² = 5·10.5² + 2047.5²; the step is 2048/255, and the error of each number its square over 12.
    const double step = 2048.0 / 255.0;
    const double expected = 10.0 * std::log10((5 * 10.5 * 10.5 + 2047.5 * 2047.5) / (6.0 * step * step / 12.0));
    QVERIFY(std::abs(range.signalToNoise - expected) < 0.01);
}

/// 32 parts become one; an empty histogram has none.
void TestCalibration::fewerParts()
{
    InputHistogram histogram{.low = -1.0, .high = 3.0};
    histogram.counts[31] = 1.0;
    histogram.counts[32] = 2.0;
    histogram.counts[2047] = 5.0;
    const SeenNumbers seen = seenIn(histogram);
    QCOMPARE(seen.low, -1.0);
    QCOMPARE(seen.high, 3.0);
    QCOMPARE(seen.shares[0], 0.125);
    QCOMPARE(seen.shares[1], 0.25);
    QCOMPARE(seen.shares[63], 0.625);
    QCOMPARE(seen.shares[2], 0.0);
    QCOMPARE(seenIn({}).shares[0], 0.0);
}

void TestCalibration::percentilesLeaveTailsOut()
{
    // Of a million numbers a hundred may go: the last 50, but not the 100 before them.
    const InputRange range = rangeOf(counted({{10, 1e6 - 150.0}, {1000, 100.0}, {2047, 50.0}}), Calibration::percentile);
    QCOMPARE(range.low, 0.0f);
    QCOMPARE(range.high, 1001.0f);
    QVERIFY(std::abs(range.clipped - 5e-5) < 1e-12);
}

void TestCalibration::theLeastSquaredError()
{
    // 10⁶·(T/255)²/12 + (2047.5 − T)² is least at T = 2047.5/(1 + 10⁶/(12·255²)) = 897.4; every 16th number is tried.
    const InputRange range = rangeOf(withOutlier(), Calibration::mse);
    QCOMPARE(range.high, 896.0f);
    QVERIFY(range.clipped > 0.0 && range.clipped < 2e-6);
}

void TestCalibration::theLeastDivergence()
{
    // Up to 256 each part is a step of its own, so that only the number outside differs; beyond, unequal ones are one step.
    QCOMPARE(rangeOf(withOutlier(true), Calibration::entropy).high, 256.0f);
}

/// What a relu makes is mostly 0, which every grid represents.
void TestCalibration::zerosDoNotDecide()
{
    InputHistogram histogram = withOutlier(true);
    histogram.counts[0] = 1e7;
    QCOMPARE(rangeOf(histogram, Calibration::entropy).high, 256.0f);
    // Where large numbers are as frequent as small ones, none of them may go.
    InputHistogram even = counted({});
    for (double& count : even.counts)
        count = 10.0;
    even.counts[0] = 1e5;
    for (const Calibration calibration : {Calibration::entropy, Calibration::mse})
        QVERIFY(rangeOf(even, calibration).high > 1900.0f);
}

void TestCalibration::bothSides()
{
    InputHistogram histogram;
    histogram.low = -1024.0;
    histogram.high = 1024.0;
    histogram.counts[0] = 40.0; // of a million: fewer than the 50 that may go on each side
    histogram.counts[512] = 5e5; // −511.5
    histogram.counts[1100] = 5e5;
    histogram.counts[2047] = 60.0;
    const InputRange range = rangeOf(histogram, Calibration::percentile);
    QCOMPARE(range.low, -512.0f);
    QCOMPARE(range.high, 1024.0f);
}

void TestCalibration::nothingButZeros()
{
    for (const Calibration calibration : calibrations) {
        const InputRange range = rangeOf(InputHistogram(), calibration);
        QCOMPARE(range.low, 0.0f);
        QCOMPARE(range.high, 0.0f);
    }
}

void TestCalibration::namesAreThose()
{
    for (const Calibration calibration : calibrations)
        QVERIFY(calibrationNamed(idOf(calibration)) == calibration);
    QVERIFY_THROWS_EXCEPTION(Error, calibrationNamed("max"));
}

NETSMITH_TEST(TestCalibration)

} // namespace test_calibration

#include "test_calibration.moc"
