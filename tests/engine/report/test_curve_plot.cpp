#include "engine/report/curve_plot.h"
#include "engine/report/markup.h"
#include "engine/report/run_plots.h"
#include "tests/engine/report/parsed_markup.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>

namespace test_curve_plot {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::report;
using namespace netsmith::test;

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

runs::RunCurves curvesOf(std::vector<double> accuracy, std::vector<double> validation, std::int64_t best)
{
    runs::RunCurves curves;
    for (std::size_t i = 0; i < accuracy.size(); ++i) {
        curves.epochs.epoch.push_back(static_cast<std::int64_t>(i) + 1);
        curves.epochs.step.push_back(10 * curves.epochs.epoch.back());
        curves.epochs.seconds.push_back(1.0);
    }
    curves.epochs.series = {{"accuracy", std::move(accuracy)}, {"val_accuracy", std::move(validation)}};
    curves.bestEpoch = best;
    return curves;
}

/// The points that a path goes through.
std::vector<Place> pointsIn(const QString& path)
{
    std::vector<Place> points;
    for (const QString& pair : path.split(QRegularExpression(u"[ML]"_s), Qt::SkipEmptyParts))
        points.push_back({pair.section(u' ', 0, 0).toDouble(), pair.section(u' ', 1, 1).toDouble()});
    return points;
}

} // namespace

/// A run's diagrams: where points are drawn, ticks, thinning, gaps.
class TestCurvePlot : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void extremesAreWhereTheyBelong();
    void theBestEpochIsMarked();
    void gapsAndSinglePoints();
    void thinningKeepsPeaks();
    void longTrainingsAreAveraged();
    void ticksAreRound_data();
    void ticksAreRound();
    void foldsShareADiagram();
    void textsAreEscaped();
};

void TestCurvePlot::extremesAreWhereTheyBelong()
{
    const std::vector<Plot> plots = plotsOf(curvesOf({0.5, 0.75, 0.9}, {0.4, 0.8, 0.6}, 2), "val_accuracy");
    QCOMPARE(plots.size(), std::size_t{1});
    const PlotArea area = areaOf(plots[0]);
    const ParsedMarkup svg(svgOf(plots[0]));
    QVERIFY2(svg.error.isEmpty(), qPrintable(svg.error));
    std::vector<std::vector<Place>> lines;
    for (const ParsedElement& path : svg.all("path"))
        if (path["stroke-width"] == u"2"_s && path["stroke-linejoin"] == u"round"_s)
            lines.push_back(pointsIn(path["d"]));
    QCOMPARE(lines.size(), std::size_t{2});
    // From the ticks' own labels: the least value, 0.4, and the largest, 0.9, on the axis of percents.
    std::vector<std::pair<double, double>> ticks; // percent, height
    for (const ParsedElement& text : svg.all("text"))
        if (text.text.endsWith(u" %"_s))
            ticks.push_back({text.text.section(u' ', 0, 0).toDouble(), text.number("y") - 4.0});
    QVERIFY(ticks.size() >= 3);
    const auto heightOf = [&](double percent) {
        const auto [p0, y0] = ticks.front();
        const auto [p1, y1] = ticks.back();
        return y0 + (percent - p0) / (p1 - p0) * (y1 - y0);
    };
    QVERIFY(std::abs(lines[0][2].y - heightOf(90.0)) < 0.05);
    QVERIFY(std::abs(lines[1][0].y - heightOf(40.0)) < 0.05);
    for (const auto& line : lines)
        for (const Place& point : line) {
            QVERIFY(point.x >= area.box.x && point.x <= area.box.right());
            QVERIFY(point.y >= area.box.y && point.y <= area.box.bottom());
        }
    QCOMPARE(lines[0][2].x, area.box.right()); // the last epoch
    QVERIFY(std::abs(lines[0][0].x - (area.box.x + area.box.width / 3.0)) < 0.01); // the axis begins at 0
}

void TestCurvePlot::theBestEpochIsMarked()
{
    const Plot plot = plotsOf(curvesOf({0.5, 0.75, 0.9}, {0.4, 0.8, 0.6}, 2), "val_accuracy").front();
    QVERIFY(plot.ring == Place({2.0, 0.8}));
    const ParsedMarkup svg(svgOf(plot));
    const Place at = areaOf(plot).at({2.0, 0.8});
    const auto rings = svg.all("circle", "best");
    QCOMPARE(rings.size(), std::size_t{1});
    QVERIFY(std::abs(rings[0].number("cx") - at.x) < 0.01 && std::abs(rings[0].number("cy") - at.y) < 0.01);
    QVERIFY(svg.texts("text").contains(u"best: epoch 2"_s));
    QVERIFY(!plotsOf(curvesOf({0.5}, {0.4}, 0), "val_accuracy").front().marked);
}

void TestCurvePlot::gapsAndSinglePoints()
{
    const Plot one = plotsOf(curvesOf({0.5}, {0.4}, 1), "val_accuracy").front();
    const ParsedMarkup single(svgOf(one));
    QVERIFY2(single.error.isEmpty(), qPrintable(single.error));
    QVERIFY(single.all("circle").size() >= 3); // a dot each and the ring

    const Plot gap = plotsOf(curvesOf({0.5, unknown, 0.7}, {unknown, unknown, unknown}, 0), "val_accuracy").front();
    QCOMPARE(gap.lines.size(), std::size_t{1}); // what is nowhere finite is left out
    const std::string text = svgOf(gap);
    QVERIFY(text.find("nan") == std::string::npos && text.find("inf") == std::string::npos);
    QVERIFY(plotsOf(runs::RunCurves(), {}).empty());
    for (const double value : {0.0, 1e300, -1e300, 1e-300, 1e20}) {
        const Plot same{"same", "epoch", {{"line", Ink::accent, PlotLine::Style::solid, {{1.0, value}, {2.0, value}}}},
                        false,  true,    1.0};
        const ParsedMarkup svg(svgOf(same));
        QVERIFY2(svg.error.isEmpty(), qPrintable(svg.error));
        QVERIFY(svgOf(same).find("nan") == std::string::npos);
    }
}

void TestCurvePlot::thinningKeepsPeaks()
{
    std::vector<Place> points;
    for (int i = 0; i < 100000; ++i)
        points.push_back({static_cast<double>(i), std::sin(i * 0.01)});
    points[77777].y = 9.0;
    points[12345].y = -9.0;
    const std::vector<Place> few = thinned(points, 1000);
    QVERIFY(few.size() <= 1000 && few.size() > 500);
    QVERIFY(std::ranges::is_sorted(few, {}, &Place::x));
    QVERIFY(few.front() == points.front() && few.back() == points.back());
    QVERIFY(std::ranges::find(few, points[77777]) != few.end());
    QVERIFY(std::ranges::find(few, points[12345]) != few.end());
    QVERIFY(thinned(few, 1000) == few);
}

void TestCurvePlot::longTrainingsAreAveraged()
{
    runs::RunCurves curves = curvesOf({0.5, 0.6}, {0.4, 0.5}, 0);
    curves.steps.series = {{"accuracy", {}}};
    for (int i = 0; i < 1000; ++i) {
        curves.steps.step.push_back(i + 1);
        curves.steps.epoch.push_back((i + 1) / 500.0);
        curves.steps.series[0].values.push_back(i % 2);
    }
    const Plot plot = plotsOf(curves, {}).front();
    QCOMPARE(QString::fromStdString(plot.lines.front().name), u"mean of 4 steps"_s);
    QCOMPARE(plot.lines.front().points.size(), std::size_t{250});
    for (const Place& point : plot.lines.front().points)
        QCOMPARE(point.y, 0.5);
}

void TestCurvePlot::ticksAreRound_data()
{
    QTest::addColumn<double>("least");
    QTest::addColumn<double>("most");
    QTest::addColumn<bool>("whole");
    QTest::addColumn<QList<double>>("ticks");
    QTest::newRow("fractions") << 0.0 << 0.5 << false << QList<double>{0.0, 0.1, 0.2, 0.3, 0.4, 0.5};
    QTest::newRow("epochs") << 0.0 << 3.0 << true << QList<double>{0.0, 1.0, 2.0, 3.0};
    QTest::newRow("below zero") << -20.0 << 30.0 << false << QList<double>{-20.0, -10.0, 0.0, 10.0, 20.0, 30.0};
    QTest::newRow("nothing") << 1.0 << 1.0 << false << QList<double>{};
    QTest::newRow("infinite") << 0.0 << std::numeric_limits<double>::infinity() << false << QList<double>{};
}

void TestCurvePlot::ticksAreRound()
{
    QFETCH(double, least);
    QFETCH(double, most);
    QFETCH(bool, whole);
    QFETCH(QList<double>, ticks);
    const std::vector<double> found = ticksWithin(least, most, 5, whole);
    QCOMPARE(static_cast<qsizetype>(found.size()), ticks.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        QVERIFY(std::abs(found[i] - ticks[static_cast<qsizetype>(i)]) < 1e-12);
}

void TestCurvePlot::foldsShareADiagram()
{
    const std::vector<Plot> plots = plotsOf(std::vector{curvesOf({0.5, 0.6}, {0.4, 0.5}, 1), curvesOf({0.7, 0.8}, {0.6, 0.7}, 2)});
    QCOMPARE(plots.size(), std::size_t{1});
    QCOMPARE(plots[0].lines.size(), std::size_t{2}); // of the validation alone
    QVERIFY(plots[0].lines[1].points[1] == Place({2.0, 0.7}));
    QVERIFY(plots[0].lines[1].name.empty()); // one entry of the legend
}

void TestCurvePlot::textsAreEscaped()
{
    QCOMPARE(QString::fromStdString(escaped("<a href='x'>&\"</a>")), u"&lt;a href=&#39;x&#39;&gt;&amp;&quot;&lt;/a&gt;"_s);
    const std::string hostile = "</title></svg><script>alert(1)</script>\x01\xff\u202e";
    const ParsedMarkup svg(
        svgOf(Plot{hostile, hostile, {{hostile, Ink::accent, PlotLine::Style::solid, {{0.0, 1.0}}}}, false, false, std::nullopt}));
    QVERIFY2(svg.error.isEmpty(), qPrintable(svg.error));
    QVERIFY(svg.all("script").empty());
    QVERIFY(textWidth(elided("a rather long title of a layer", 13.0, 80.0), 13.0) <= 80.0);
    QCOMPARE(QString::fromStdString(elided("64 · 3×3 · relu", 10.0, textWidth("64 · 3×3 · r", 10.0))), u"64 · 3×3…"_s);
    for (const std::string& line : linesWithin("one two threefourfivesixseven\n\neight", 10.0, 60.0))
        QVERIFY(textWidth(line, 10.0) <= 60.0);
    QCOMPARE(linesWithin("a\n\nb", 10.0, 60.0).size(), std::size_t{3});
}

NETSMITH_TEST(TestCurvePlot)

} // namespace test_curve_plot

#include "test_curve_plot.moc"
