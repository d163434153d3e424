#include "gui/plots/curve_columns.h"
#include "gui/plots/curve_model.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace test_curve_series {

using namespace netsmith::gui;

namespace {

std::vector<CurvePoint> pointsOf(const std::vector<double>& values, std::int64_t firstStep = 1)
{
    std::vector<CurvePoint> out;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::int64_t step = firstStep + static_cast<std::int64_t>(i);
        out.push_back({step, static_cast<double>(step) / 100.0, static_cast<double>(step) / 50.0, values[i]});
    }
    return out;
}

std::vector<double> noise(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    std::vector<double> out(count);
    std::ranges::generate(out, [&] { return normal(random); });
    return out;
}

Extremes slowly(std::span<const double> values)
{
    Extremes out;
    for (const double value : values)
        out.add(value);
    return out;
}

bool same(const Extremes& a, const Extremes& b)
{
    return a.least == b.least && a.greatest == b.greatest && a.leastPositive == b.leastPositive;
}

} // namespace

/// The numbers of a plot: nothing is lost between a million points and a few hundred pixels.
class TestCurveSeries : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void extremesOfAnyRangeAreExact_data();
    void extremesOfAnyRangeAreExact();
    void extremesStayExactWhilePointsCome();
    void valuesThatAreNotFiniteDoNotCount();
    void smoothingIsTheDebiasedAverage();
    void smoothingComesOutTheSameInBatches();
    void smoothingStartsAtTheFirstValue();
    void anEarlierStepTakesThePlaceOfWhatFollowed();
    void stepsThatDoNotRiseAreDropped();
    void findsTheNearestPoint();
    void findsTheFirstBest();
    void columnsKeepEveryPeak();
    void columnsLeaveGapsWhereThereAreNoNumbers();
    void modelKeepsRunsApart();
};

void TestCurveSeries::extremesOfAnyRangeAreExact_data()
{
    QTest::addColumn<int>("count");
    for (const int count : {0, 1, 15, 16, 17, 255, 256, 257, 4095, 4097, 70000})
        QTest::addRow("%d", count) << count;
}

void TestCurveSeries::extremesOfAnyRangeAreExact()
{
    QFETCH(int, count);
    const std::vector<double> values = noise(static_cast<std::size_t>(count), 1);
    CurveSeries series;
    series.append(pointsOf(values));
    std::mt19937 random(2);
    for (int i = 0; i < 200; ++i) {
        const std::size_t a = random() % (values.size() + 1);
        const std::size_t b = random() % (values.size() + 1);
        const auto [begin, end] = std::minmax(a, b);
        QVERIFY(same(series.extremes(CurveTraceKind::raw, begin, end), slowly(std::span(values).subspan(begin, end - begin))));
    }
}

void TestCurveSeries::extremesStayExactWhilePointsCome()
{
    const std::vector<double> values = noise(20000, 3);
    CurveSeries series;
    std::mt19937 random(4);
    for (std::size_t done = 0; done < values.size();) {
        const std::size_t count = std::min<std::size_t>(1 + random() % 700, values.size() - done);
        series.append(pointsOf(
            {values.begin() + static_cast<std::ptrdiff_t>(done), values.begin() + static_cast<std::ptrdiff_t>(done + count)},
            static_cast<std::int64_t>(done) + 1));
        done += count;
        QVERIFY(same(series.extremes(CurveTraceKind::raw, 0, done), slowly(std::span(values).first(done))));
        const std::size_t middle = random() % done;
        QVERIFY(same(series.extremes(CurveTraceKind::raw, middle, done), slowly(std::span(values).subspan(middle, done - middle))));
    }
}

void TestCurveSeries::valuesThatAreNotFiniteDoNotCount()
{
    CurveSeries series;
    series.setSmoothing(0.9);
    series.append(pointsOf({1.0, std::nan(""), HUGE_VAL, -HUGE_VAL, 3.0, -2.0}));
    const Extremes extremes = series.extremes(CurveTraceKind::raw, 0, 6);
    QCOMPARE(extremes.least, -2.0);
    QCOMPARE(extremes.greatest, 3.0);
    QCOMPARE(extremes.leastPositive, 1.0);
    QVERIFY(series.extremes(CurveTraceKind::raw, 1, 4).empty());
    QVERIFY(std::isnan(series.values(CurveTraceKind::smoothed)[1]));
    // The average ignores them: 0.1·1 and 0.1·3, with the first multiplied by 0.9.
    QCOMPARE(series.values(CurveTraceKind::smoothed)[4], (0.9 * 0.1 * 1.0 + 0.1 * 3.0) / (0.9 * 0.1 + 0.1));
}

void TestCurveSeries::smoothingIsTheDebiasedAverage()
{
    const std::vector<double> values = noise(500, 5);
    CurveSeries series;
    series.append(pointsOf(values));
    series.setSmoothing(0.97);
    double average = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        average = 0.97 * average + 0.03 * values[i];
        const double debiased = average / (1.0 - std::pow(0.97, static_cast<double>(i + 1)));
        QVERIFY(std::abs(series.values(CurveTraceKind::smoothed)[i] - debiased) < 1e-9);
    }
}

void TestCurveSeries::smoothingComesOutTheSameInBatches()
{
    const std::vector<double> values = noise(1000, 6);
    CurveSeries whole;
    whole.append(pointsOf(values));
    whole.setSmoothing(0.99);
    CurveSeries batches;
    batches.setSmoothing(0.99);
    for (std::size_t i = 0; i < values.size(); i += 100)
        batches.append(
            pointsOf({values.begin() + static_cast<std::ptrdiff_t>(i), values.begin() + static_cast<std::ptrdiff_t>(i + 100)},
                     static_cast<std::int64_t>(i) + 1));
    QVERIFY(std::ranges::equal(whole.values(CurveTraceKind::smoothed), batches.values(CurveTraceKind::smoothed)));
}

void TestCurveSeries::smoothingStartsAtTheFirstValue()
{
    CurveSeries series;
    series.setSmoothing(0.999);
    series.append(pointsOf({2.3, 2.3, 2.3}));
    for (const double value : series.values(CurveTraceKind::smoothed))
        QVERIFY(std::abs(value - 2.3) < 1e-12);
    series.setSmoothing(0.0);
    QVERIFY(std::ranges::equal(series.values(CurveTraceKind::smoothed), series.values(CurveTraceKind::raw)));
}

void TestCurveSeries::anEarlierStepTakesThePlaceOfWhatFollowed()
{
    CurveSeries series;
    series.setSmoothing(0.5);
    series.append(pointsOf({5.0, 4.0, -9.0, 8.0}));
    series.append(pointsOf({3.0, 2.0}, 3)); // resumed from the checkpoint at step 2
    QCOMPARE(series.size(), 4u);
    QCOMPARE(series.values(CurveTraceKind::raw)[2], 3.0);
    QCOMPARE(series.extremes(CurveTraceKind::raw, 0, 4).least, 2.0);
    QCOMPARE(*series.best(CurveTraceKind::raw, Better::lower), 3u);
    CurveSeries anew;
    anew.setSmoothing(0.5);
    anew.append(pointsOf({5.0, 4.0, 3.0, 2.0}));
    QVERIFY(std::ranges::equal(series.values(CurveTraceKind::smoothed), anew.values(CurveTraceKind::smoothed)));
}

void TestCurveSeries::stepsThatDoNotRiseAreDropped()
{
    CurveSeries series;
    series.append(
        std::vector<CurvePoint>{{1, 0.1, 1, 1.0}, {3, 0.3, 3, 2.0}, {3, 0.3, 3, 9.0}, {2, 0.2, 2, 9.0}, {4, 0.2, 1, 3.0}});
    QCOMPARE(series.size(), 3u);
    QVERIFY(std::ranges::is_sorted(series.x(CurveX::epoch)));
    QVERIFY(std::ranges::is_sorted(series.x(CurveX::seconds)));
}

void TestCurveSeries::findsTheNearestPoint()
{
    CurveSeries series;
    QVERIFY(!series.nearest(CurveX::step, 3.0));
    series.append(std::vector<CurvePoint>{{10, 1, 1, 0}, {20, 2, 2, 0}, {40, 4, 4, 0}});
    QCOMPARE(*series.nearest(CurveX::step, -5.0), 0u);
    QCOMPARE(*series.nearest(CurveX::step, 14.0), 0u);
    QCOMPARE(*series.nearest(CurveX::step, 16.0), 1u);
    QCOMPARE(*series.nearest(CurveX::step, 29.0), 1u);
    QCOMPARE(*series.nearest(CurveX::epoch, 3.5), 2u);
    QCOMPARE(*series.nearest(CurveX::step, 1e9), 2u);
}

void TestCurveSeries::findsTheFirstBest()
{
    CurveSeries series;
    series.append(pointsOf({3.0, 1.0, std::nan(""), 5.0, 1.0, 5.0}));
    QCOMPARE(*series.best(CurveTraceKind::raw, Better::lower), 1u);
    QCOMPARE(*series.best(CurveTraceKind::raw, Better::higher), 3u);
    QVERIFY(!series.best(CurveTraceKind::raw, Better::neither));
}

void TestCurveSeries::columnsKeepEveryPeak()
{
    std::vector<double> values = noise(1'000'000, 7);
    values[123'457] = 1000.0;
    values[765'432] = -1000.0;
    CurveSeries series;
    series.append(pointsOf(values));
    std::vector<double> edges(601);
    for (std::size_t i = 0; i < edges.size(); ++i)
        edges[i] = 1.0 + static_cast<double>(i) * 1'000'000.0 / 600.0;
    const std::vector<CurveColumn> columns = curveColumns(series, CurveX::step, CurveTraceKind::raw, edges);
    QCOMPARE(columns.size(), 600u);
    QCOMPARE(std::ranges::max(columns, {}, &CurveColumn::greatest).greatest, 1000.0);
    QCOMPARE(std::ranges::min(columns, {}, &CurveColumn::least).least, -1000.0);
    QCOMPARE(std::ranges::max(columns, {}, &CurveColumn::greatest).column, 123'457u * 600 / 1'000'000);
    for (const CurveColumn& column : columns)
        QVERIFY(column.least <= column.first && column.first <= column.greatest && column.least <= column.last
                && column.last <= column.greatest);
    QCOMPARE(columns.front().first, values.front());
    QCOMPARE(columns.back().last, values.back());
}

void TestCurveSeries::columnsLeaveGapsWhereThereAreNoNumbers()
{
    CurveSeries series;
    series.append(std::vector<CurvePoint>{{1, 0, 0, 1.0}, {11, 0, 0, std::nan("")}, {21, 0, 0, 2.0}, {22, 0, 0, 3.0}});
    const std::vector<double> edges{0.0, 10.0, 20.0, 30.0, 40.0};
    const std::vector<CurveColumn> columns = curveColumns(series, CurveX::step, CurveTraceKind::raw, edges);
    QCOMPARE(columns.size(), 2u);
    QCOMPARE(columns[0].column, 0u);
    QCOMPARE(columns[1].column, 2u);
    QCOMPARE(columns[1].least, 2.0);
    QCOMPARE(columns[1].greatest, 3.0);
}

void TestCurveSeries::modelKeepsRunsApart()
{
    CurveModel model;
    model.setSmoothing(0.9);
    const CurveSeries& train = model.append({"a", "loss", CurveKind::train}, pointsOf({1.0, 2.0}));
    const CurveSeries& validation = model.append({"a", "loss", CurveKind::validation}, pointsOf({1.0, 2.0}));
    model.append({"b", "loss", CurveKind::train}, pointsOf({3.0}));
    QCOMPARE(train.smoothing(), 0.9);
    QCOMPARE(validation.smoothing(), 0.0);
    QCOMPARE(model.find({"b", "loss", CurveKind::train})->size(), 1u);
    QVERIFY(!model.find({"b", "accuracy", CurveKind::train}));
    model.removeRun("a");
    QVERIFY(!model.hasRun("a"));
    QVERIFY(model.hasRun("b"));
}

NETSMITH_TEST(TestCurveSeries)

} // namespace test_curve_series

#include "test_curve_series.moc"
