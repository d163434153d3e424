#include "tests/gui/app/studio_fixture.h"

#include "gui/compare/compare_panel.h"
#include "gui/progress/sleep_inhibitor.h"
#include "gui/runs/table/run_table.h"
#include "gui/runs/table/run_table_model.h"
#include "gui/settings/rate_finder.h"
#include "gui/settings/settings_panel.h"
#include "gui/training/training_words.h"
#include "gui/twin/twin_panel.h"
#include "gui/widgets/labels/note_box.h"
#include "tests/gui/training/picture.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QDir>
#include <QLabel>
#include <QtTest>

namespace test_compare_in_window {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 120000; // milliseconds
constexpr std::int64_t many = 400; ///< epochs: long enough to act while it trains

} // namespace

/// How a comparison affects the rest of the window, and vice versa.
class TestCompareInWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("NETSMITH_DATA_DIR", QByteArray::fromStdString(m_data.folder().string())); }
    void init();
    void cleanup() { m_studio.reset(); }
    void nothingTrainsBesideIt();
    void itWaitsForARunAndATwin();
    void itsRunsAreListed();
    void otherWindowsWait();
    void aRunStopsWhatGivesWay();
    void aProjectIsNotClosedUnderIt();
    void closingAsksFirst();
    void runsFollowAProjectThatIsSaved();

private:
    MainWindow& window() { return m_studio->window(); }
    CompareSession& session() { return m_studio->child<ComparePanel>("comparePanel")->session(); }
    QPushButton* button() { return m_studio->child<QPushButton>("compareStart"); }
    void open(std::int64_t epochs);
    /// Starts one of `many` epochs and waits for its first steps.
    void begin();
    void compare()
    {
        const auto* settings = m_studio->child<TrainingSettingsPanel>("trainingSettingsPanel");
        QTRY_VERIFY_WITH_TIMEOUT(settings->devices().areKnown(), patience); // else another precision is compared
        window().openPage(u"compare"_s);
        m_studio->press("compareStart");
    }

    SmallTraining m_data;
    std::unique_ptr<StudioFixture> m_studio;
    QString m_path;
};

void TestCompareInWindow::init()
{
    m_studio = std::make_unique<StudioFixture>();
    m_path = m_studio->path(u"small.netsmith"_s);
}

void TestCompareInWindow::open(std::int64_t epochs)
{
    QVERIFY(saveProject(smallProject(epochs), m_path.toStdString()).hasValue());
    window().files().open(m_path);
    awaitFiles(window());
    QCOMPARE(window().document().path(), m_path);
}

void TestCompareInWindow::begin()
{
    open(many);
    compare();
    QTRY_VERIFY_WITH_TIMEOUT(session().progress().step > 0, patience);
    QVERIFY(window().isTraining());
}

void TestCompareInWindow::nothingTrainsBesideIt()
{
    begin();
    savePictures(window(), u"window-compare"_s);
    window().session().startAtOnce();
    QVERIFY(window().session().isResting());
    QVERIFY(window().bars().shows(u"guardBar"_s));
    QVERIFY(!m_studio->child<QPushButton>("twinStart")->isEnabled());
    QVERIFY(!m_studio->child<QPushButton>("findRate")->isEnabled());
    QVERIFY(window().findChild<SleepInhibitor*>()->isWanted());
    QCOMPARE(headlineOf(window().session()).state, u"Comparing"_s); // and not "Ready"
    window().raisePanel("deviceDock");
    QTRY_COMPARE(m_studio->child<QLabel>("runMemoryFact")->text(), u"used by the comparison"_s);
    m_studio->press("compareStart");
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), CompareSession::State::ended, patience);
    QVERIFY(!window().isTraining());
    QVERIFY(!window().bars().shows(u"guardBar"_s)); // nothing is in the way now
    QCOMPARE(headlineOf(window().session()).state, u"Ready"_s);
    QVERIFY(!window().findChild<SleepInhibitor*>()->isWanted());
    QVERIFY(m_studio->child<QPushButton>("twinStart")->isEnabled());
    QVERIFY(m_studio->child<QPushButton>("findRate")->isEnabled());
}

void TestCompareInWindow::itWaitsForARunAndATwin()
{
    open(100000);
    window().openPage(u"compare"_s);
    QVERIFY(button()->isEnabled());
    window().session().startAtOnce();
    QVERIFY(!button()->isEnabled()); // also during preparation
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::running, patience);
    QVERIFY(!button()->isEnabled());
    window().session().stop();
    QTRY_VERIFY_WITH_TIMEOUT(window().session().isResting(), patience);
    QVERIFY(button()->isEnabled());
    window().openPage(u"twin"_s);
    m_studio->press("twinStart");
    QVERIFY(!button()->isEnabled());
    m_studio->press("twinStart");
    QVERIFY(button()->isEnabled());
}

void TestCompareInWindow::itsRunsAreListed()
{
    open(2);
    auto* table = m_studio->child<RunTable>("runsTree");
    QCOMPARE(table->model()->rowCount(), 0);
    compare();
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), CompareSession::State::ended, patience);
    QTRY_COMPARE(table->model()->rowCount(), 2);
    QStringList names;
    for (int row = 0; row < 2; ++row)
        names << table->model()->index(row, RunTableModel::columnOf("name")).data().toString();
    names.sort();
    QCOMPARE(names, (QStringList{u"#1 · fp32"_s, u"#2 · bf16"_s}));
}

void TestCompareInWindow::otherWindowsWait()
{
    begin();
    MainWindow& other = m_studio->studio().openWindow();
    const QString path = m_studio->path(u"other.netsmith"_s);
    QVERIFY(saveProject(smallProject(2), path.toStdString()).hasValue());
    other.files().open(path);
    awaitFiles(other);
    other.session().startAtOnce();
    QVERIFY(other.session().isResting());
    QVERIFY(other.bars().shows(u"guardBar"_s));
    other.openPage(u"compare"_s);
    QTest::mouseClick(other.findChild<QPushButton*>(u"compareStart"_s), Qt::LeftButton);
    QVERIFY(!other.isTraining());
    QVERIFY(other.findChild<NoteBox*>(u"compareProblem"_s)->isVisible());
    session().stop();
    QTRY_VERIFY_WITH_TIMEOUT(!window().isTraining(), patience);
    QTest::mouseClick(other.findChild<QPushButton*>(u"compareStart"_s), Qt::LeftButton);
    QVERIFY(other.isTraining());
    other.findChild<ComparePanel*>()->session().stop();
    QTRY_VERIFY_WITH_TIMEOUT(!other.isTraining(), patience);
}

/// A learning rate range test is named while it works, and a run in any window stops it, as it does a twin.
void TestCompareInWindow::aRunStopsWhatGivesWay()
{
    open(100000);
    MainWindow& other = m_studio->studio().openWindow();
    const QString path = m_studio->path(u"other.netsmith"_s);
    QVERIFY(saveProject(smallProject(100000), path.toStdString()).hasValue());
    other.files().open(path);
    awaitFiles(other);
    auto* finder = m_studio->child<RateFinder>("rateFinder");

    finder->start();
    savePictures(window(), u"window-rate-search"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!finder->isBusy(), patience);
    QCOMPARE(headlineOf(window().session()).state, u"Ready"_s);

    other.openPage(u"twin"_s);
    finder->start(); // it can't end before events are handled again
    QVERIFY(finder->isBusy());
    QCOMPARE(headlineOf(window().session()).state, u"Finding a learning rate"_s);
    QVERIFY(!window().isTraining());
    QCOMPARE(headlineOf(other.session()).state, u"Ready"_s);
    QTest::mouseClick(other.findChild<QPushButton*>(u"twinStart"_s), Qt::LeftButton);
    QVERIFY(!other.findChild<TwinPanel*>()->session().isLive()); // it waits like everything but a run
    QVERIFY(other.findChild<NoteBox*>(u"twinProblem"_s)->text().contains(u"another window"_s));
    other.session().startAtOnce();
    QTRY_VERIFY_WITH_TIMEOUT(!finder->isBusy(), patience);
    QTRY_COMPARE_WITH_TIMEOUT(other.session().state(), TrainingState::running, patience);
    finder->start();
    QVERIFY(!finder->isBusy());
    window().session().startAtOnce();
    QVERIFY(window().session().isResting());
    QVERIFY(window().bars().shows(u"guardBar"_s));
    other.session().stop();
    QTRY_VERIFY_WITH_TIMEOUT(other.session().isResting(), patience);
    QVERIFY(!window().bars().shows(u"guardBar"_s)); // whose reason has gone

    window().openPage(u"twin"_s);
    m_studio->press("twinStart");
    QVERIFY(m_studio->child<TwinPanel>("twinPanel")->session().isLive());
    other.session().resume();
    QVERIFY(!m_studio->child<TwinPanel>("twinPanel")->session().isLive());
    QTRY_COMPARE_WITH_TIMEOUT(other.session().state(), TrainingState::running, patience);
    other.session().stop();
    QTRY_VERIFY_WITH_TIMEOUT(other.session().isResting(), patience);
}

void TestCompareInWindow::aProjectIsNotClosedUnderIt()
{
    begin();
    window().actions()["closeAction"]->trigger();
    QVERIFY(window().bars().shows(u"stopFirstBar"_s));
    QCOMPARE(window().document().path(), m_path);
    QVERIFY(session().isLive());
}

void TestCompareInWindow::closingAsksFirst()
{
    begin();
    window().close();
    QVERIFY(window().bars().shows(u"compareClosingBar"_s));
    m_studio->press("compareStay");
    QVERIFY(!window().bars().shows(u"compareClosingBar"_s));
    QVERIFY(session().isLive());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // the bar that was answered is gone
    window().close();
    m_studio->press("compareClose");
    QTRY_VERIFY_WITH_TIMEOUT(m_studio->studio().windows().isEmpty(), patience);
}

void TestCompareInWindow::runsFollowAProjectThatIsSaved()
{
    QVERIFY(saveProject(smallProject(many), m_path.toStdString()).hasValue());
    window().files().openSample(m_path); // as a copy without a file
    awaitFiles(window());
    QVERIFY(window().document().path().isEmpty());
    compare();
    QTRY_VERIFY_WITH_TIMEOUT(session().progress().step > 0, patience);
    const QString folder = m_studio->path(u"saved"_s);
    QVERIFY(QDir().mkpath(folder));
    window().files().saveAs();
    m_studio->chooseFile("saveDialog", folder + u"/saved.netsmith"_s);
    QTRY_VERIFY(!window().document().path().isEmpty());
    QVERIFY(session().isLive());
    QVERIFY(!QDir(folder + u"/runs"_s).exists()); // not while it trains
    session().stop();
    QTRY_VERIFY_WITH_TIMEOUT(!session().isLive(), patience);
    QTRY_VERIFY(QDir(folder + u"/runs"_s).exists());
    QTRY_VERIFY(m_studio->child<RunTable>("runsTree")->model()->rowCount() > 0);
}

NETSMITH_WINDOW_TEST(TestCompareInWindow)

} // namespace test_compare_in_window

#include "test_compare_in_window.moc"
