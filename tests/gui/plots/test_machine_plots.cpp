#include "gui/plots/machine_choice.h"
#include "gui/plots/mark_lines.h"
#include "tests/gui/plots/plot_panel_fixture.h"
#include "tests/test_program.h"

#include <QLabel>
#include <QMenu>

namespace test_machine_plots {

using namespace netsmith::gui;
using namespace netsmith::gui::test;

namespace {

CurvePoint sampled(double seconds, std::int64_t step, double value)
{
    return {step, static_cast<double>(step) / stepsPerEpoch, seconds, value};
}

std::vector<PlotQuantity> offered()
{
    std::vector<PlotQuantity> all{{"machine/utilization", u"Utilization"_s, Better::neither, true},
                                  {"machine/power", u"Power, W"_s, Better::neither}};
    for (PlotQuantity& one : all)
        one.machine = true;
    return all;
}

} // namespace

/// The machine beside the loss: chosen quantities, marks with their legend, and reasons where there is nothing.
class TestMachinePlots : public PlotPanelFixture {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        openPanel();
        m_panel->offerMachine(offered(), {{"machine/power", u"This machine does not report its power."_s}});
    }
    void cleanup() { closePanel(); }

    void isHiddenWhereNothingIsOffered();
    void theMenuAddsPlots();
    void samplesOfOneStepAreAllKept();
    void bothCurvesAreNamed();
    void twoRunsAreOverlaid();
    void absenceIsExplained();
    void marksHaveALegend();
    void marksAreDrawn();
    void aValidationGrowsUntilItsEnd();
    void shortEpochsKeepTheirMarks();
    void marksMoveWithTheirRun();

private:
    QAction* entry(const char* id) { return m_panel->findChild<QAction*>(u"plotMachine_machine/"_s + QString::fromLatin1(id)); }
    MarkLegend* legend() { return m_panel->findChild<MarkLegend*>(); }
    bool hasPlot(const char* id) { return m_panel->findChild<CurvePlot*>(u"plot_machine/"_s + QString::fromLatin1(id)) != nullptr; }
};

void TestMachinePlots::isHiddenWhereNothingIsOffered()
{
    PlotPanel other;
    other.show();
    QVERIFY(!other.findChild<MachineChoice*>()->isVisibleTo(&other));
    auto* choice = m_panel->findChild<MachineChoice*>();
    QVERIFY(choice->isVisible());
    QVERIFY(!choice->toolTip().isEmpty() && !choice->text().isEmpty());
}

void TestMachinePlots::theMenuAddsPlots()
{
    startRun(100);
    QVERIFY(!hasPlot("utilization"));
    QSignalSpy chosen(m_panel.get(), &PlotPanel::machineChosen);
    entry("utilization")->trigger();
    QCOMPARE(chosen.count(), 1);
    QVERIFY(hasPlot("utilization") && !hasPlot("power"));
    QCOMPARE(m_panel->chosenMachine(), std::set<std::string>{"machine/utilization"});
    QTRY_COMPARE(plot(u"loss"_s).curves().size(), 2u); // what was measured is still there
    QTRY_VERIFY(same(plot(u"loss"_s).xAxis->range(), plot(u"machine/utilization"_s).xAxis->range()));
    entry("utilization")->trigger();
    QVERIFY(!hasPlot("utilization"));
    // Of what is not offered now, the choice is kept.
    m_panel->chooseMachine({"machine/power", "machine/processor"}, false);
    QVERIFY(hasPlot("power"));
    QVERIFY(m_panel->chosenMachine().contains("machine/processor"));
    QVERIFY(!m_panel->marksRuns());
}

void TestMachinePlots::samplesOfOneStepAreAllKept()
{
    m_panel->chooseMachine({"machine/utilization"}, true);
    m_panel->setRun({"a", u"run 1"_s, 5.0, 500.0});
    m_panel->append("a", "machine/utilization", CurveKind::machine, std::vector{sampled(1.0, 100, 0.5), sampled(2.0, 100, 0.6)});
    m_panel->append("a", "machine/utilization", CurveKind::machine, std::vector{sampled(3.0, 100, 0.7), sampled(4.0, 120, 0.8)});
    const CurveSeries* series = m_panel->model().find({"a", "machine/utilization", CurveKind::machine});
    QCOMPARE(series->size(), std::size_t{4}); // a validation takes several seconds at one step
    QCOMPARE(series->values(CurveTraceKind::raw)[2], 0.7);
    QVERIFY(std::ranges::is_sorted(series->x(CurveX::step)) && std::ranges::is_sorted(series->x(CurveX::seconds)));
}

void TestMachinePlots::bothCurvesAreNamed()
{
    m_panel->chooseMachine({"machine/utilization", "machine/power"}, true);
    startRun(100);
    m_panel->append("a", "machine/utilization", CurveKind::machineAll, std::vector{sampled(1.0, 10, 0.9), sampled(2.0, 20, 0.75)});
    m_panel->append("a", "machine/utilization", CurveKind::machine, std::vector{sampled(1.0, 10, 0.5), sampled(2.0, 20, 0.5)});
    m_panel->append("a", "machine/power", CurveKind::machine, std::vector{sampled(1.0, 10, 65.0)});
    QTRY_COMPARE(title(u"machine/utilization"_s).entries().size(), 2u);
    const auto entries = title(u"machine/utilization"_s).entries();
    QCOMPARE(entries[0].name, u"all programs"_s);
    QVERIFY(entries[0].dashed);
    QCOMPARE(entries[0].value, u"75.0 %"_s);
    QCOMPARE(entries[1].name, u"this run"_s);
    QVERIFY(!entries[1].dashed && entries[1].color != entries[0].color);
    QTRY_COMPARE(title(u"machine/power"_s).entries().size(), 1u);
    QCOMPARE(title(u"machine/power"_s).entries()[0].name, QString());
    QCOMPARE(title(u"machine/power"_s).entries()[0].value, u"65"_s);
}

void TestMachinePlots::twoRunsAreOverlaid()
{
    m_panel->chooseMachine({"machine/power"}, true);
    startRun(100);
    m_panel->setRun({"b", u"run 2"_s, 5.0, 500.0});
    for (const char* run : {"a", "b"})
        m_panel->append(run, "machine/power", CurveKind::machine, std::vector{sampled(1.0, 10, 60.0), sampled(2.0, 20, 70.0)});
    QTRY_COMPARE(plot(u"machine/power"_s).curves().size(), 2u);
    const auto& curves = plot(u"machine/power"_s).curves();
    QVERIFY(curves[0].color != curves[1].color);
    QTRY_COMPARE(title(u"machine/power"_s).entries().size(), 2u);
    QCOMPARE(title(u"machine/power"_s).entries()[0].name, u"run 1"_s);
    QCOMPARE(title(u"machine/power"_s).entries()[1].name, u"run 2"_s);
}

void TestMachinePlots::absenceIsExplained()
{
    m_panel->chooseMachine({"machine/power", "machine/utilization"}, true);
    startRun(100);
    auto* words = m_panel->findChild<QLabel*>(u"plotAbsence_machine/power"_s);
    QTRY_VERIFY(words->isVisible());
    QCOMPARE(words->text(), u"This machine does not report its power."_s);
    QVERIFY(!plot(u"machine/power"_s).isVisible());
    QVERIFY(!m_panel->picture().isNull());
    m_panel->append("a", "machine/power", CurveKind::machine, std::vector{sampled(1.0, 10, 60.0)});
    QTRY_VERIFY(!words->isVisible());
    QVERIFY(plot(u"machine/power"_s).isVisible());
}

void TestMachinePlots::marksHaveALegend()
{
    startRun(300);
    m_panel->mark("a",
                  std::vector<PlotMark>{{PlotMark::Kind::epoch, at(100, 0.0), at(100, 0.0)},
                                        {PlotMark::Kind::pause, at(150, 0.0), at(150, 0.0)}});
    settle();
    QVERIFY(!legend()->isVisible()); // nothing of the machine is shown
    entry("utilization")->trigger();
    QTRY_VERIFY(legend()->isVisible());
    QCOMPARE(legend()->shown(), (std::array{true, false, false, true}));
    QVERIFY(legend()->accessibleName().contains(u"pause"_s) && !legend()->accessibleName().contains(u"checkpoint"_s));
    m_panel->findChild<QAction*>(u"plotMarks"_s)->trigger();
    QTRY_VERIFY(!legend()->isVisible());
}

void TestMachinePlots::marksAreDrawn()
{
    m_panel->chooseMachine({"machine/utilization"}, true);
    startRun(500);
    const auto column = [&](double epoch) {
        CurvePlot& loss = plot(u"loss"_s);
        const QImage image = loss.toPixmap(loss.width(), loss.height()).toImage();
        const int x = static_cast<int>(std::round(loss.xAxis->coordToPixel(epoch)));
        const int y = loss.axisRect()->rect().top() + 3; // above the curves
        return image.pixelColor(x, y);
    };
    QTRY_COMPARE(plot(u"loss"_s).curves().size(), 2u);
    QTRY_VERIFY(plot(u"loss"_s).axisRect()->rect().width() > 200);
    const QColor before = column(2.5);
    m_panel->mark("a", std::vector<PlotMark>{{PlotMark::Kind::epoch, at(250, 0.0), at(250, 0.0)}});
    QTRY_VERIFY(column(2.5) != before);
    m_panel->chooseMachine({"machine/utilization"}, false);
    QTRY_COMPARE(column(2.5), before);
}

void TestMachinePlots::aValidationGrowsUntilItsEnd()
{
    startRun(100);
    m_panel->chooseMachine({"machine/utilization"}, true);
    const CurvePoint begin = sampled(10.0, 100, 0.0), end = sampled(14.0, 100, 0.0);
    m_panel->mark("a", std::vector<PlotMark>{{PlotMark::Kind::validation, begin, begin}});
    QCOMPARE(m_panel->lastValidation("a")->seconds, 10.0);
    m_panel->mark("a", std::vector<PlotMark>{{PlotMark::Kind::pause, begin, begin}, {PlotMark::Kind::validation, begin, end}});
    m_panel->mark("a", std::vector<PlotMark>{{PlotMark::Kind::validation, end, end}}); // is another one
    QCOMPARE(m_panel->marksOf("a").size(), std::size_t{3});
    QCOMPARE(m_panel->marksOf("a").front().end.seconds, 14.0);
}

/// Of a small network, several epochs may end in a millisecond, which is what a table of the run's machine can tell apart.
void TestMachinePlots::shortEpochsKeepTheirMarks()
{
    startRun(100);
    for (const std::int64_t step : {8, 16})
        m_panel->mark("a", std::vector<PlotMark>{{PlotMark::Kind::epoch, sampled(0.002, step, 0.0), sampled(0.002, step, 0.0)}});
    QCOMPARE(m_panel->marksOf("a").size(), std::size_t{2});
}

void TestMachinePlots::marksMoveWithTheirRun()
{
    startRun(100);
    m_panel->chooseMachine({"machine/utilization"}, true);
    m_panel->mark("a", std::vector<PlotMark>{{PlotMark::Kind::epoch, at(50, 0.0), at(50, 0.0)}});
    m_panel->renameRun("a", "there");
    QCOMPARE(m_panel->marksOf("there").size(), std::size_t{1});
    QVERIFY(m_panel->marksOf("a").empty());
    QTRY_VERIFY(legend()->isVisible());
    m_panel->removeRun("there");
    QVERIFY(m_panel->marksOf("there").empty());
    QTRY_VERIFY(!legend()->isVisible());
}

NETSMITH_WINDOW_TEST(TestMachinePlots)

} // namespace test_machine_plots

#include "test_machine_plots.moc"
