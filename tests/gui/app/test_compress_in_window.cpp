#include "tests/gui/app/studio_fixture.h"

#include "gui/compress/compress_page.h"
#include "gui/compress/pareto_plot.h"
#include "gui/compress/stage_list.h"
#include "gui/progress/sleep_inhibitor.h"
#include "gui/runs/table/run_table.h"
#include "gui/training/training_words.h"
#include "tests/gui/training/picture.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QLabel>
#include <QLineEdit>
#include <QTabBar>
#include <QtTest>

namespace test_compress_in_window {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 120000; // milliseconds
constexpr std::int64_t many = 4000; ///< epochs: long enough to act while it trains
constexpr int compressTab = 6;

} // namespace

/// How a compression affects the rest of the window, and vice versa.
class TestCompressInWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("NETSMITH_DATA_DIR", QByteArray::fromStdString(m_data.folder().string())); }
    void init();
    void cleanup() { m_studio.reset(); }
    void itsRunsAreListedAndOpened();
    void nothingTrainsBesideIt();
    void closingAsksFirst();

private:
    MainWindow& window() { return m_studio->window(); }
    CompressPage& page() { return *m_studio->child<CompressPage>("compressPage"); }
    CompressSession& session() { return page().session(); }
    RunTable& table() { return *m_studio->child<RunTable>("runsTree"); }
    /// Trains the project, and opens the page.
    void train();
    /// Starts stages, of which the first trains for long, and waits for its first steps.
    void begin();

    SmallTraining m_data;
    std::unique_ptr<StudioFixture> m_studio;
    QString m_path;
};

void TestCompressInWindow::init()
{
    m_studio = std::make_unique<StudioFixture>();
    m_path = m_studio->path(u"deep.netsmith"_s);
    QVERIFY(saveProject(deepProject(), m_path.toStdString()).hasValue());
    window().files().open(m_path);
    awaitFiles(window());
    QCOMPARE(window().document().path(), m_path);
}

void TestCompressInWindow::train()
{
    window().openPage(u"compress"_s);
    QVERIFY(m_studio->child<QLabel>("compressAbout")->text().contains(u"Train the network first"_s));
    window().session().startAtOnce();
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::finished, patience);
    QTRY_VERIFY_WITH_TIMEOUT(!page().chosen().empty(), patience); // its run is offered by itself
}

void TestCompressInWindow::begin()
{
    train();
    m_studio->child<StageList>("stageList")->setStages({{"prune", {{"epochs", many}}}, {"quantize"}});
    m_studio->press("compressStart");
    QTRY_VERIFY_WITH_TIMEOUT(session().progress().training && session().progress().done > 0, patience);
}

void TestCompressInWindow::itsRunsAreListedAndOpened()
{
    train();
    m_studio->child<StageList>("stageList")->setStages({{"prune", {{"epochs", std::int64_t{1}}}}, {"quantize"}});
    m_studio->press("compressStart");
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), CompressSession::State::ended, patience);
    QTRY_COMPARE(table().model()->rowCount(), 3);
    QTRY_VERIFY_WITH_TIMEOUT(!page().isReading(), patience);
    auto* plot = m_studio->child<ParetoPlot>("paretoPlot");
    QTRY_COMPARE(plot->points().size(), 3u);
    for (const ParetoPoint& point : plot->points())
        QVERIFY2(point.change == u"Original"_s ? point.name.startsWith(u'#') : point.name == point.change,
                 qPrintable(point.name)); // as the table calls them
    window().raisePanel("runsDock");
    for (std::size_t i = 0; i < 3; ++i) {
        const std::filesystem::path run = plot->points()[i].run;
        plot->setFocus();
        for (std::size_t left = 0; left < 3; ++left)
            QTest::keyClick(plot, Qt::Key_Left); // to the first
        for (std::size_t right = 0; right < i; ++right)
            QTest::keyClick(plot, Qt::Key_Right);
        QTest::keyClick(plot, Qt::Key_Return);
        QTRY_COMPARE(table().current().filename(), run.filename());
        QTRY_VERIFY_WITH_TIMEOUT(!page().isReading(), patience);
    }
    QCOMPARE(window().document().undoStack().count(), 0);
    savePictures(window(), u"window-compress"_s);
}

void TestCompressInWindow::nothingTrainsBesideIt()
{
    begin();
    QVERIFY(window().isTraining());
    QVERIFY(!m_studio->child<QTabBar>("workTabs")->tabIcon(compressTab).isNull());
    window().session().startAtOnce();
    QVERIFY(!window().session().isLive());
    QVERIFY(window().bars().shows(u"guardBar"_s));
    QVERIFY(!m_studio->child<QPushButton>("twinStart")->isEnabled());
    QVERIFY(!m_studio->child<QPushButton>("compareStart")->isEnabled());
    QVERIFY(window().findChild<SleepInhibitor*>()->isWanted());
    QCOMPARE(headlineOf(window().session()).state, u"Compressing"_s);
    QTRY_COMPARE(table().model()->rowCount(), 2);
    const auto stateOf = [&](int row) { return table().model()->index(row, RunTableModel::columnOf("state")).data().toString(); };
    QTRY_VERIFY2(stateOf(0) == u"Training"_s || stateOf(1) == u"Training"_s, qPrintable(stateOf(0) + stateOf(1)));
    window().raisePanel("deviceDock");
    QTRY_COMPARE(m_studio->child<QLabel>("runMemoryFact")->text(), u"used by the compression"_s);
    window().actions()["closeAction"]->trigger();
    QTRY_VERIFY(window().bars().shows(u"stopFirstBar"_s));
    QCOMPARE(window().document().path(), m_path);
    m_studio->press("compressStart"); // Stop
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), CompressSession::State::ended, patience);
    QVERIFY(!window().isTraining());
    QVERIFY(!window().bars().shows(u"guardBar"_s));
    QVERIFY(m_studio->child<QTabBar>("workTabs")->tabIcon(compressTab).isNull());
    QTRY_COMPARE(table().model()->rowCount(), 2);
}

void TestCompressInWindow::closingAsksFirst()
{
    begin();
    window().close();
    QTRY_VERIFY(window().bars().shows(u"compressClosingBar"_s));
    m_studio->press("compressStay");
    QVERIFY(session().isLive());
    window().close();
    QTRY_VERIFY(window().bars().shows(u"compressClosingBar"_s));
    m_studio->child<QPushButton>("compressClose")->click();
    QTRY_VERIFY_WITH_TIMEOUT(m_studio->studio().windows().isEmpty(), patience);
}

NETSMITH_WINDOW_TEST(TestCompressInWindow)

} // namespace test_compress_in_window

#include "test_compress_in_window.moc"
