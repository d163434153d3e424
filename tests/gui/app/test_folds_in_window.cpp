#include "tests/gui/app/studio_fixture.h"

#include "engine/runs/cross_validation.h"
#include "engine/runs/store/run_summary.h"
#include "gui/plots/plot_panel.h"
#include "gui/runs/table/run_table.h"
#include "gui/runs/table/run_table_model.h"
#include "gui/settings/folds_choice.h"
#include "gui/training/preflight_outcome.h"
#include "gui/training/training_words.h"
#include "tests/gui/training/picture.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTextBrowser>
#include <QToolButton>
#include <QtTest>

namespace test_folds_in_window {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;
namespace fs = std::filesystem;

namespace {

constexpr int patience = 120000; // milliseconds
constexpr std::int64_t many = 150; ///< epochs: long enough to act in the middle of a fold

} // namespace

/// Cross-validation in the window: chosen, watched, paused, stopped, resumed and read.
class TestFoldsInWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("NETSMITH_DATA_DIR", QByteArray::fromStdString(m_data.folder().string())); }
    void init() { m_studio = std::make_unique<StudioFixture>(); }
    void cleanup() { m_studio.reset(); }
    void stopsInAFoldAndGoesOn();
    void oneRunIsListedWithItsFolds();
    void theCurvesAreThoseOfTheFolds();
    void theCardTellsOfTheFolds();
    void oneFoldIsRefusedAtTheField();
    void moreFoldsThanSamplesAreRefused();
    void needsNoValidationDataOfTheProject();
    void whatIsCancelledLeavesNothing();
    void whatDoesNotFitLeavesNothing();
    void anotherProjectIsTrainedOnce();
    void aStoppedOneIsOfferedAgain();

private:
    MainWindow& window() { return m_studio->window(); }
    TrainingSession& session() { return window().session(); }
    RunTable* table() { return m_studio->child<RunTable>("runsTree"); }
    PlotPanel* plots() { return m_studio->child<PlotPanel>("plotPanel"); }
    QString spoken(const char* bar) { return m_studio->child<QWidget>(bar)->accessibleName(); }
    QString cell(std::string_view column) { return table()->model()->index(0, RunTableModel::columnOf(column)).data().toString(); }
    std::vector<fs::path> runs() const
    {
        std::vector<fs::path> all;
        std::error_code error;
        for (const auto& entry : fs::directory_iterator(m_studio->path(u"runs"_s).toStdString(), error))
            if (entry.path().filename().native().front() != '.')
                all.push_back(entry.path());
        return all;
    }
    void open(std::int64_t epochs, const std::function<void(Project&)>& change = {});
    /// Typed like a user would.
    void typeFolds(const QString& text);
    /// Started from the card.
    void begin();
    void trainFolds(std::int64_t epochs)
    {
        open(epochs);
        typeFolds(u"3"_s);
        begin();
        QTRY_COMPARE_WITH_TIMEOUT(session().state(), TrainingState::finished, patience);
        QTRY_COMPARE(cell("state"), u"Done"_s); // the table has been read since
    }
    /// Trains to some steps of the second of three folds.
    void pauseInTheSecond();

    SmallTraining m_data;
    std::unique_ptr<StudioFixture> m_studio;
};

void TestFoldsInWindow::open(std::int64_t epochs, const std::function<void(Project&)>& change)
{
    Project project = smallProject(epochs);
    if (change)
        change(project);
    const QString path = m_studio->path(u"small.netsmith"_s);
    QVERIFY(saveProject(project, path.toStdString()).hasValue());
    window().files().open(path);
    awaitFiles(window());
    QCOMPARE(window().document().path(), path);
}

void TestFoldsInWindow::typeFolds(const QString& text)
{
    window().raisePanel("trainingSettingsDock");
    auto* field = m_studio->child<QLineEdit>("foldsField");
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
}

void TestFoldsInWindow::begin()
{
    m_studio->press("runButton");
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), TrainingState::preFlight, patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_studio->child<QPushButton>("preflightTrainButton")->isEnabled(), patience);
    m_studio->press("preflightTrainButton");
}

void TestFoldsInWindow::pauseInTheSecond()
{
    open(many);
    typeFolds(u"3"_s);
    const auto watch = connect(&session(), &TrainingSession::updated, this, [this] {
        const auto& run = session().run();
        if (session().state() == TrainingState::running && run && run->fold && run->fold->fold == 2
            && session().snapshot().step > 0)
            session().pause();
    });
    begin();
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), TrainingState::paused, patience);
    disconnect(watch);
}

void TestFoldsInWindow::stopsInAFoldAndGoesOn()
{
    window().resize(1366, 740);
    open(many);
    typeFolds(u"3"_s);
    m_studio->press("runButton");
    QTRY_VERIFY_WITH_TIMEOUT(session().preflight() && session().preflight()->complete, patience);
    QVERIFY2(m_studio->child<QLabel>("preflightAbout")->text().contains(u"cross-validation with 3 fold"_s), "the card says so");
    QVERIFY(m_studio->child<QLabel>("foldsTimeFact")->isVisible());
    savePictures(window(), u"window-folds-card"_s);
    m_studio->press("preflightCancelButton");

    pauseInTheSecond();
    const QString detail = headlineOf(session()).detail;
    QVERIFY2(detail.startsWith(u"fold 2 of 3, epoch "_s), qPrintable(detail));
    auto* line = m_studio->child<QLabel>("runDetailLabel");
    QTRY_COMPARE(line->text(), u"· "_s + detail);
    // The line shows the epoch, although not all of it fits.
    const QString epochs = line->text().section(u", step"_s, 0, 0);
    QVERIFY2(line->fontMetrics().horizontalAdvance(epochs + u'…') <= line->width(),
             qPrintable(u"%1 of %2"_s.arg(line->width()).arg(line->fontMetrics().horizontalAdvance(epochs + u'…'))));
    savePictures(window(), u"window-folds-paused"_s);
    QTRY_COMPARE(table()->model()->rowCount(), 1);
    QCOMPARE(cell("state"), u"Training"_s);
    window().raisePanel("curvesDock");
    savePictures(window(), u"window-folds"_s);

    m_studio->press("stopButton");
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), TrainingState::stopped, patience);
    QVERIFY2(spoken("stoppedBar").contains(u"Mean of 1 of 3 folds: "_s), qPrintable(spoken("stoppedBar")));
    QCOMPARE(runs().size(), 1u);
    const std::int64_t steps = readRunRecord(runs().front() / "folds/2").take().steps;
    QVERIFY(steps > 0);
    QTRY_COMPARE(cell("state"), u"Stopped"_s);

    QSignalSpy begun(&session(), &TrainingSession::runChanged);
    m_studio->press("runButton"); // resumes
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), TrainingState::finished, patience);
    QCOMPARE(begun.size(), 2); // the second and third folds, and not the first again
    QCOMPARE(runs().size(), 1u);
    const RunRecord record = readRunRecord(runs().front()).take();
    QCOMPARE(record.state, RunState::done);
    const QString mean = spreadText(record.judgedBy, runs::summarize(runs().front()).best()->second,
                                    runs::summarize(runs().front()).bestDeviation());
    QVERIFY2(mean.contains(u" ± "_s), qPrintable(mean));
    QVERIFY2(spoken("finishedBar").contains(u"Mean of 3 of 3 folds: "_s), qPrintable(spoken("finishedBar")));
    QVERIFY2(spoken("finishedBar").contains(mean), qPrintable(spoken("finishedBar")));
    QVERIFY2(headlineOf(session()).state.endsWith(mean), qPrintable(headlineOf(session()).state));
    QVERIFY(!m_studio->child<QPushButton>("trainLongerButton")->isVisible()); // all folds have the same epochs
    QTRY_COMPARE(cell("best"), mean);
    savePictures(window(), u"window-folds-done"_s);
    window().raisePanel("runsDock");
    const int best = RunTableModel::columnOf("best"); // it was empty when its width was chosen
    QVERIFY(table()->columnWidth(best) >= static_cast<QAbstractItemView*>(table())->sizeHintForColumn(best));
    savePictures(window(), u"window-folds-runs"_s);
}

void TestFoldsInWindow::oneRunIsListedWithItsFolds()
{
    trainFolds(1);
    QCOMPARE(table()->model()->rowCount(), 1);
    QCOMPARE(cell("folds"), u"3"_s);
    QCOMPARE(cell("epochs_done"), u"3 of 3"_s);
}

void TestFoldsInWindow::theCurvesAreThoseOfTheFolds()
{
    trainFolds(2);
    QCOMPARE(plots()->runs().size(), 3u);
    for (int fold = 1; fold <= 3; ++fold) { // although they were faster than the window's updates
        const PlotRun& run = plots()->runs()[static_cast<std::size_t>(fold - 1)];
        QTRY_VERIFY2(plots()->runs()[static_cast<std::size_t>(fold - 1)].name.endsWith(u" · fold %1 of 3"_s.arg(fold)),
                     qPrintable(run.name));
    }
    window().raisePanel("runsDock");
    table()->setCurrentIndex(table()->model()->index(0, RunTableModel::columnOf("name")));
    QVERIFY(static_cast<RunTableModel*>(table()->model())->isShown(table()->current()));
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Space); // its eye switches all of theirs
    QCOMPARE(plots()->runs().size(), 0u);
    QTest::keyClick(table(), Qt::Key_Space);
    QTRY_COMPARE(plots()->runs().size(), 3u);
}

void TestFoldsInWindow::theCardTellsOfTheFolds()
{
    trainFolds(1);
    window().raisePanel("runsDock");
    table()->setCurrentIndex(table()->model()->index(0, RunTableModel::columnOf("name")));
    QTest::mouseClick(m_studio->child<QToolButton>("cardOfRunButton"), Qt::LeftButton);
    auto* card = m_studio->child<QTextBrowser>("runCardText");
    QTRY_VERIFY(!card->toPlainText().isEmpty());
    QVERIFY2(card->toPlainText().contains(cell("best")), qPrintable(card->toPlainText()));
    QVERIFY(!m_studio->child<QPushButton>("runCardVerify")->isEnabled());
    QVERIFY(card->find(u"Fold 3 of 3"_s)); // then it is listed
    savePictures(*card->window(), u"folds-card"_s);
}

void TestFoldsInWindow::oneFoldIsRefusedAtTheField()
{
    open(1);
    typeFolds(u"1"_s);
    auto* row = m_studio->child<FoldsChoice>("folds");
    QVERIFY2(row->message().contains(u"2 folds or more"_s), qPrintable(row->message()));
    QCOMPARE(session().folds(), std::int64_t{0});
    savePictures(window(), u"window-folds-one"_s);
    typeFolds(u"0"_s);
    QCOMPARE(row->message(), QString());
    auto* field = m_studio->child<QLineEdit>("foldsField");
    QTest::keyClick(field, Qt::Key_Up); // stepping skips it
    QCOMPARE(session().folds(), std::int64_t{2});
    QTest::keyClick(field, Qt::Key_Down);
    QCOMPARE(session().folds(), std::int64_t{0});
}

void TestFoldsInWindow::moreFoldsThanSamplesAreRefused()
{
    open(1);
    typeFolds(u"61"_s);
    m_studio->press("runButton");
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), TrainingState::failed, patience);
    const QString said = spoken("failedBar");
    QVERIFY2(said.contains(u"61 folds"_s) && said.contains(u"60 training samples"_s), qPrintable(said));
    savePictures(window(), u"window-folds-many"_s);
    QCOMPARE(runs().size(), 0u);
    m_studio->press("failedSettingsButton");
    QCOMPARE(window().focusWidget(), m_studio->child<QLineEdit>("foldsField"));
}

void TestFoldsInWindow::needsNoValidationDataOfTheProject()
{
    open(1, [](Project& project) { project.data.validation = "none"; });
    typeFolds(u"2"_s);
    begin();
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), TrainingState::finished, patience);
    QCOMPARE(session().snapshot().judgedBy, std::string("val_accuracy"));
    QCOMPARE(session().run()->validationSamples, std::int64_t{30});
}

void TestFoldsInWindow::whatIsCancelledLeavesNothing()
{
    open(many);
    typeFolds(u"3"_s);
    QSignalSpy ended(&session(), &TrainingSession::abandonedEnded);
    session().startAtOnce();
    session().cancel();
    QCOMPARE(session().state(), TrainingState::idle);
    session().setFolds(0);
    session().startAtOnce(); // comes after it
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), TrainingState::running, patience);
    QCOMPARE(runs().size(), 1u);
    QCOMPARE(readRunRecord(runs().front()).take().folds, std::int64_t{0});
    session().stop();
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), TrainingState::stopped, patience);
}

/// Known only once the folds are split, when the first is about to start.
void TestFoldsInWindow::whatDoesNotFitLeavesNothing()
{
    open(1, [](Project& project) {
        Graph& graph = project.graph;
        Node wide = graph.nodes.back();
        wide.id = "dense_2";
        wide.parameters = {{"units", std::int64_t{65536}}};
        Node wider = wide;
        wider.id = "dense_3";
        graph.nodes.insert(graph.nodes.end() - 1, {wide, wider});
        graph.edges.clear();
        for (std::size_t i = 1; i < graph.nodes.size(); ++i)
            graph.edges.push_back({{graph.nodes[i - 1].id, "output"}, {graph.nodes[i].id, "input"}, Json::object()});
    });
    typeFolds(u"3"_s);
    session().startAtOnce();
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), TrainingState::preFlight, patience);
    QVERIFY(!session().preflight()->look.fits);
    QCOMPARE(runs().size(), 0u);
}

void TestFoldsInWindow::anotherProjectIsTrainedOnce()
{
    open(1);
    typeFolds(u"4"_s);
    QCOMPARE(session().folds(), std::int64_t{4});
    window().document().reset(smallProject(1), {});
    QCOMPARE(session().folds(), std::int64_t{0});
    QCOMPARE(m_studio->child<QLineEdit>("foldsField")->text(), u"0"_s);
}

/// From the run's row and, in a window that opens the project, from the bar.
void TestFoldsInWindow::aStoppedOneIsOfferedAgain()
{
    pauseInTheSecond();
    m_studio->press("stopButton");
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), TrainingState::stopped, patience);
    m_studio->restart();
    window().files().open(m_studio->path(u"small.netsmith"_s));
    awaitFiles(window());
    QTRY_VERIFY_WITH_TIMEOUT(m_studio->child<QPushButton>("lastRunResumeButton")->isVisible(), patience);
    QVERIFY2(spoken("lastRunBar").contains(u"cross-validation with 3 fold"_s), qPrintable(spoken("lastRunBar")));
    QCOMPARE(plots()->runs().size(), 2u); // those that were started
    m_studio->press("lastRunResumeButton");
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), TrainingState::finished, patience);
    QCOMPARE(runs().size(), 1u);
    QCOMPARE(readRunRecord(runs().front()).take().state, RunState::done);
}

NETSMITH_WINDOW_TEST(TestFoldsInWindow)

} // namespace test_folds_in_window

#include "test_folds_in_window.moc"
