#include "tests/gui/app/studio_fixture.h"

#include "engine/runs/machine/costs.h"
#include "engine/store/telemetry_table.h"
#include "gui/plots/curve_plot.h"
#include "gui/plots/mark_lines.h"
#include "gui/plots/plot_panel.h"
#include "gui/runs/table/run_table.h"
#include "gui/runs/table/run_table_model.h"
#include "gui/widgets/labels/note_box.h"
#include "tests/gui/training/picture.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QTextBrowser>
#include <QToolButton>

#include <algorithm>
#include <set>

namespace test_machine_in_window {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int longWait = 60000; // ms

} // namespace

/// The machine in the window: live and of a saved run beside the loss, and what a run cost on its card.
class TestMachineInWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_studio.reset(); }
    void theMachineIsShownBesideTheLoss();
    void aPauseIsMarkedWhileItLasts();
    void aSavedRunShowsItsMachine();
    void aRunWithoutARecordSaysSo();
    void theChoiceIsKept();
    void whatARunCostsIsTypedInOnce();
    void mistakesInCostsAreSaid();

private:
    MainWindow& window() { return m_studio->window(); }
    TrainingSession& session() { return window().session(); }
    /// In the panel Curves: the page Compare has such plots, too.
    template <class T>
    T* inCurves(const QString& name)
    {
        T* found = window().findChild<QWidget*>(u"curvesDock"_s)->findChild<T*>(name);
        if (!found)
            qWarning("there is no %s in the panel Curves", qPrintable(name));
        return found;
    }
    PlotPanel* plots() { return inCurves<PlotPanel>(u"plotPanel"_s); }
    RunTable* table() { return m_studio->child<RunTable>("runsTree"); }
    void choose(const char* quantity) { inCurves<QAction>(u"plotMachine_machine/"_s + QString::fromLatin1(quantity))->trigger(); }
    std::size_t pointsOf(const char* quantity, CurveKind kind)
    {
        const CurveSeries* series =
            plots()->runs().empty() ? nullptr : plots()->model().find({plots()->runs().front().id, quantity, kind});
        return series ? series->size() : 0;
    }
    // Each epoch is validated and kept, and so are the initial weights.
    inline static const std::multiset<PlotMark::Kind> marksOfTwoEpochs{
        PlotMark::Kind::epoch,      PlotMark::Kind::epoch,      PlotMark::Kind::validation, PlotMark::Kind::validation,
        PlotMark::Kind::checkpoint, PlotMark::Kind::checkpoint, PlotMark::Kind::checkpoint};
    std::multiset<PlotMark::Kind> marks()
    {
        std::multiset<PlotMark::Kind> kinds;
        for (const PlotRun& run : plots()->runs())
            for (const PlotMark& mark : plots()->marksOf(run.id))
                kinds.insert(mark.kind);
        return kinds;
    }
    void train()
    {
        session().startAtOnce();
        QTRY_COMPARE_WITH_TIMEOUT(session().state(), TrainingState::finished, longWait);
    }
    void openCard()
    {
        window().raisePanel("runsDock");
        QTRY_VERIFY(table()->model()->rowCount() > 0);
        table()->setCurrentIndex(table()->model()->index(0, RunTableModel::columnOf("name")));
        QTest::mouseClick(m_studio->child<QToolButton>("cardOfRunButton"), Qt::LeftButton);
        QTRY_VERIFY(m_studio->child<QPushButton>("runCardCopy")->isEnabled());
    }
    QString card() { return m_studio->child<QTextBrowser>("runCardText")->toPlainText(); }

    SmallTraining m_data;
    QTemporaryDir m_config;
    std::unique_ptr<StudioFixture> m_studio;
};

void TestMachineInWindow::initTestCase()
{
    qputenv("NETSMITH_DATA_DIR", QByteArray::fromStdString(m_data.folder().string()));
    qputenv("XDG_CONFIG_HOME", m_config.path().toUtf8());
}

void TestMachineInWindow::init()
{
    m_studio = std::make_unique<StudioFixture>();
    const QString path = m_studio->path(u"small.netsmith"_s);
    QVERIFY(saveProject(smallProject(2), path.toStdString()).hasValue());
    window().files().open(path);
    awaitFiles(window());
    window().raisePanel("curvesDock");
}

void TestMachineInWindow::theMachineIsShownBesideTheLoss()
{
    QVERIFY(inCurves<QToolButton>(u"plotMachine"_s)->isVisible());
    choose("memory");
    choose("power");
    train();
    QTRY_VERIFY(pointsOf("machine/memory", CurveKind::machine) > 0);
    QVERIFY(pointsOf("machine/memory", CurveKind::machineAll) > 0);
    auto* memory = inCurves<CurvePlot>(u"plot_machine/memory"_s);
    QTRY_VERIFY(memory->isVisible() && memory->curves().size() == 2);
    const double gibibytes = memory->curves().back().series->values(CurveTraceKind::raw).back();
    QVERIFY2(gibibytes > 0.001 && gibibytes < 1000.0, qPrintable(QString::number(gibibytes)));
    QTRY_COMPARE(marks(), marksOfTwoEpochs);
    QTRY_VERIFY(inCurves<MarkLegend>(u"markLegend"_s)->isVisible());
    // The test's machine may report its power or not; without it the plot says why.
    if (pointsOf("machine/power", CurveKind::machine) == 0) {
        auto* why = inCurves<QLabel>(u"plotAbsence_machine/power"_s);
        QTRY_VERIFY(why->isVisible());
        QVERIFY2(why->text().contains(u"does not report"_s), qPrintable(why->text()));
    }
    savePictures(window(), u"window-machine"_s);
}

void TestMachineInWindow::aPauseIsMarkedWhileItLasts()
{
    session().setStepsPerLaunch(1);
    m_studio->trainAStep();
    QTRY_COMPARE(marks().count(PlotMark::Kind::pause), 1u);
    m_studio->trainAStep();
    QTRY_COMPARE(marks().count(PlotMark::Kind::pause), 2u);
    session().stop();
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), TrainingState::stopped, longWait);
    int pauses = 0, resumptions = 0;
    for (const TelemetryRow& row : readTelemetry(session().run()->folder)) {
        pauses += row.event == TelemetryEvent::pause ? 1 : 0;
        resumptions += row.event == TelemetryEvent::resume ? 1 : 0;
    }
    QCOMPARE(pauses, 2);
    QCOMPARE(resumptions, 2);
}

void TestMachineInWindow::aSavedRunShowsItsMachine()
{
    train();
    QTRY_COMPARE(marks(), marksOfTwoEpochs); // the last ones may follow the end
    window().raisePanel("runsDock");
    QTRY_COMPARE(table()->model()->rowCount(), 1);
    table()->setCurrentIndex(table()->model()->index(0, RunTableModel::columnOf("name")));
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Space);
    QTRY_VERIFY(plots()->runs().empty());
    QTest::keyClick(table(), Qt::Key_Space); // read from its folder
    QTRY_COMPARE(plots()->runs().size(), 1u);
    QTRY_COMPARE(marks(), marksOfTwoEpochs);
    QVERIFY(pointsOf("machine/memory", CurveKind::machine) > 0);
}

void TestMachineInWindow::aRunWithoutARecordSaysSo()
{
    train();
    std::filesystem::remove(session().run()->folder / TelemetryTable::fileName);
    m_studio->restart();
    const QString path = m_studio->path(u"small.netsmith"_s);
    window().files().open(path);
    awaitFiles(window());
    window().raisePanel("curvesDock");
    choose("utilization");
    QTRY_COMPARE(plots()->runs().size(), 1u); // the project's last run
    auto* why = inCurves<QLabel>(u"plotAbsence_machine/utilization"_s);
    QTRY_VERIFY(why->isVisible());
    QCOMPARE(why->text(), u"The machine was not recorded when this was trained."_s);
}

void TestMachineInWindow::theChoiceIsKept()
{
    choose("clock");
    inCurves<QAction>(u"plotMarks"_s)->trigger();
    m_studio->restart();
    QCOMPARE(plots()->chosenMachine(), std::set<std::string>{"machine/clock"});
    QVERIFY(!plots()->marksRuns());
    QVERIFY(inCurves<CurvePlot>(u"plot_machine/clock"_s));
}

void TestMachineInWindow::whatARunCostsIsTypedInOnce()
{
    train();
    openCard();
    QVERIFY2(card().contains(u"Energy and costs"_s) && card().contains(u"not set"_s), qPrintable(card()));
    QVERIFY(card().contains(u"Costs"_s)); // where to set it
    QTest::mouseClick(m_studio->child<QPushButton>("runCardCosts"), Qt::LeftButton);
    auto* costs = m_studio->child<QWidget>("costsWindow");
    QTRY_VERIFY(costs->isVisible());
    const auto type = [&](const char* field, const QString& text) {
        auto* edit = m_studio->child<QLineEdit>(field);
        edit->clear();
        QTest::keyClicks(edit, text);
    };
    type("costs_currency", u"EUR"_s);
    type("costs_price_per_device_hour", u"3600"_s);
    type("costs_assumed_watts", u"65"_s);
    type("costs_price_per_kwh", u"0.3"_s);
    QTest::mouseClick(m_studio->child<QPushButton>("costsSave"), Qt::LeftButton);
    QTRY_VERIFY(!costs->isVisible());
    QTRY_VERIFY2(card().contains(u" EUR"_s), qPrintable(card()));
    QCOMPARE(runs::readCosts().take(),
             (runs::Costs{
                 .currency = "EUR", .perKilowattHour = 0.3, .perDeviceHour = 3600.0, .gramsPerKilowattHour = {}, .watts = 65.0}));
    QVERIFY(card().contains(u"assumed: 65.0 W, as typed in"_s) || card().contains(u"measured"_s));
    // Typed in once: it is there the next time, and a field can be emptied.
    QTest::mouseClick(m_studio->child<QPushButton>("runCardCosts"), Qt::LeftButton);
    QTRY_COMPARE(m_studio->child<QLineEdit>("costs_assumed_watts")->text(), u"65"_s);
    savePictures(*costs, u"costs"_s);
    m_studio->child<QLineEdit>("costs_price_per_device_hour")->clear();
    QTest::keyClick(m_studio->child<QLineEdit>("costs_currency"), Qt::Key_Return);
    QTRY_VERIFY(!costs->isVisible());
    QVERIFY(!runs::readCosts().take().perDeviceHour);
    savePictures(*m_studio->child<QWidget>("runCardWindow"), u"run-card-costs"_s);
}

void TestMachineInWindow::mistakesInCostsAreSaid()
{
    const runs::Costs before = runs::readCosts().take();
    train();
    openCard();
    QTest::mouseClick(m_studio->child<QPushButton>("runCardCosts"), Qt::LeftButton);
    auto* costs = m_studio->child<QWidget>("costsWindow");
    auto* problem = m_studio->child<NoteBox>("costsProblem");
    auto* watts = m_studio->child<QLineEdit>("costs_assumed_watts");
    QTRY_COMPARE(watts->text(), before.watts ? u"65"_s : QString());
    for (const char* text : {"many", "-1", "1e20", "nan"}) {
        watts->setText(QString::fromLatin1(text));
        QTest::mouseClick(m_studio->child<QPushButton>("costsSave"), Qt::LeftButton);
        QVERIFY2(problem->isVisible() && problem->text().contains(u"number"_s), text);
        QVERIFY(costs->isVisible());
    }
    QCOMPARE(runs::readCosts().take(), before);
    QTest::keyClick(costs, Qt::Key_Escape);
    QVERIFY(!costs->isVisible());
}

NETSMITH_WINDOW_TEST(TestMachineInWindow)

} // namespace test_machine_in_window

#include "test_machine_in_window.moc"
