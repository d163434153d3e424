#include "engine/train/rate_range.h"
#include "engine/core/philox.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>

namespace test_rate_range {

using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

namespace {

RateRange findIn(const RateRangeOptions& options, Project project = tinyProject())
{
    Backend& backend = *backendFor("reference").take();
    project.training.device = backend.devices().front().id;
    return findRates(std::move(project), tinyData(), backend, options);
}

} // namespace

class TestRateRange : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ratesGrowByOneFactor();
    void endsWhereTheLossExplodes();
    void goesOnPastGradientsThatOverflow();
    void isTheSameTwice();
    void goesOnOverEpochsAndHeldBatches();
    void stopsWhenAsked();
    void suggestsWhatPointsShow();
    void suggestsNothingWhereNothingFell();
    void noiseIsNotTakenForAFall_data();
    void noiseIsNotTakenForAFall();
    void refusesRangesThatAreNone();
};

void TestRateRange::ratesGrowByOneFactor()
{
    std::vector<RatePoint> told;
    const RateRange range =
        findIn({.from = 1e-6, .to = 1e-2, .steps = 21, .point = [&](const RatePoint& point) { told.push_back(point); }});
    QCOMPARE(range.points.size(), 21u);
    QVERIFY(!range.exploded);
    QCOMPARE(told.size(), 21u);
    for (std::size_t i = 0; i < 21; ++i)
        QVERIFY(std::abs(range.points[i].rate / (1e-6 * std::pow(10.0, 0.2 * static_cast<double>(i))) - 1.0) < 1e-9);
    QCOMPARE(range.points[0].smoothed, range.points[0].loss);
}

void TestRateRange::endsWhereTheLossExplodes()
{
    Project project = tinyProject();
    project.training.optimizer.id = "sgd";
    const RateRange range = findIn({.from = 1e-3, .to = 1e6, .steps = 200}, project);
    QVERIFY(range.exploded);
    QVERIFY(range.points.size() < 200);
    QVERIFY(range.steepest && range.lowest && *range.steepest < range.points.back().rate);
}

/// The loss scale is halved until steps count; with the first one every step would be skipped, and no rate would change anything.
void TestRateRange::goesOnPastGradientsThatOverflow()
{
    Project project = tinyProject();
    project.training.precision = "fp16-emulated";
    project.training.objectives[0].weight = 1e3;
    for (const std::int64_t batches : {1, 2}) {
        project.training.gradientAccumulationSteps = batches;
        const RateRange range = findIn({.from = 1e-3, .to = 1e4, .steps = 100}, project);
        QVERIFY(range.exploded);
        QVERIFY(range.points.size() < 100);
    }
}

void TestRateRange::isTheSameTwice()
{
    const RateRangeOptions options{.from = 1e-5, .to = 1.0, .steps = 30};
    const RateRange a = findIn(options);
    const RateRange b = findIn(options);
    QCOMPARE(a.points.size(), b.points.size());
    for (std::size_t i = 0; i < a.points.size(); ++i)
        QCOMPARE(a.points[i].loss, b.points[i].loss);
    QCOMPARE(a.steepest, b.steepest);
}

void TestRateRange::goesOnOverEpochsAndHeldBatches()
{
    Project project = tinyProject();
    for (const std::int64_t batches : {2, 4, 100}) { // 23 samples are four batches of 5
        project.training.gradientAccumulationSteps = batches;
        QCOMPARE(findIn({.from = 1e-7, .to = 1e-6, .steps = 12}, project).points.size(), 12u);
    }
}

void TestRateRange::stopsWhenAsked()
{
    std::stop_source stop;
    std::size_t points = 0;
    const RateRange range = findIn({.stop = stop.get_token(), .point = [&](const RatePoint&) {
                                        if (++points == 3)
                                            stop.request_stop();
                                    }});
    QCOMPARE(range.points.size(), 3u);
}

void TestRateRange::suggestsWhatPointsShow()
{
    RateRange range;
    const double decades[] = {5.0, 4.9, 4.0, 2.0, 1.5, 1.4, 3.0}; // from a rate of 1e-6 on, linear in between
    for (int i = 0; i <= 60; ++i) {
        const double part = (i % 10) / 10.0;
        const double loss = decades[i / 10] + (part > 0.0 ? part * (decades[i / 10 + 1] - decades[i / 10]) : 0.0);
        range.points.push_back({std::pow(10.0, i / 10.0 - 6.0), loss, loss});
    }
    suggestRates(range);
    QVERIFY(std::abs(*range.lowest - 1e-2) < 1e-12); // the lowest is at 0.1
    QVERIFY(*range.steepest > 0.99e-4 && *range.steepest < 1.01e-3); // from 4 to 2
}

void TestRateRange::suggestsNothingWhereNothingFell()
{
    RateRange range;
    suggestRates(range);
    QVERIFY(!range.steepest && !range.lowest);
    range.points = {{0.1, 1.0, 1.0}, {0.2, 2.0, 2.0}, {0.4, 3.0, 3.0}};
    suggestRates(range);
    QVERIFY(!range.steepest && !range.lowest);
}

void TestRateRange::noiseIsNotTakenForAFall_data()
{
    QTest::addColumn<double>("fall");
    QTest::addColumn<double>("noise");
    QTest::newRow("a clear fall") << 2.0 << 0.05;
    QTest::newRow("noisy batches") << 2.0 << 0.4;
    QTest::newRow("only noise") << 0.0 << 0.4;
    QTest::newRow("no noise, no fall") << 0.0 << 0.0;
}

/// Noisy losses that stay the same until a rate of 1e-4, fall until 1e-1 and then grow.
void TestRateRange::noiseIsNotTakenForAFall()
{
    QFETCH(double, fall);
    QFETCH(double, noise);
    RandomStream random(3, 0);
    int unknown = 0;
    constexpr int trials = 500;
    for (int trial = 0; trial < trials; ++trial) {
        RateRange range;
        double mean = 0.0;
        for (int i = 0; i < 100; ++i) {
            const double exponent = -7.0 + 8.0 * i / 99.0;
            const double share = std::clamp((exponent + 4.0) / 3.0, 0.0, 1.0) - std::max(exponent + 1.0, 0.0);
            double normal = -6.0; // the sum of 12 uniform ones
            for (int k = 0; k < 12; ++k)
                normal += random.below(1 << 20) / static_cast<double>(1 << 20);
            const double loss = 2.5 - fall * share + noise * normal;
            mean = 0.9 * mean + 0.1 * loss;
            range.points.push_back({std::pow(10.0, exponent), loss, mean / (1.0 - std::pow(0.9, i + 1))});
        }
        suggestRates(range);
        if (!range.steepest) {
            ++unknown;
            continue;
        }
        QVERIFY2(fall > 0.0 ? *range.steepest > 1e-4 && *range.steepest < 0.3 : true,
                 qPrintable(QString("trial %1: %2").arg(trial).arg(*range.steepest)));
    }
    if (fall > 0.0)
        QCOMPARE(unknown, 0);
    else
        QVERIFY2(unknown >= trials * 98 / 100, qPrintable(QString::number(unknown)));
}

void TestRateRange::refusesRangesThatAreNone()
{
    for (const auto& [from, to] : {std::pair(0.0, 1.0), {-1.0, 1.0}, {1.0, 1.0}, {2.0, 1.0}, {1.0, HUGE_VAL}, {std::nan(""), 1.0}})
        QCOMPARE(errorOf([&] { findIn({.from = from, .to = to}); }).message().id(), "rates.from_to");
    for (const int steps : {-1, 0, 9, 100'001})
        QCOMPARE(errorOf([&] { findIn({.steps = steps}); }).message().id(), "rates.steps");
}

NETSMITH_TEST(TestRateRange)

} // namespace test_rate_range

#include "test_rate_range.moc"
