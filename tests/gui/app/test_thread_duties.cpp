#include "tests/gui/app/studio_fixture.h"
#include "tests/gui/app/thread_duties.h"

#include "engine/graph/project/project_file.h"
#include "engine/store/run_folder.h"
#include "gui/attribution/attribution_window.h"
#include "gui/compare/compare_panel.h"
#include "gui/runs/table/run_table_model.h"
#include "gui/steps/steps_panel.h"
#include "gui/twin/twin_panel.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QImage>
#include <QLabel>
#include <QMimeData>
#include <QToolButton>
#include <QTreeView>
#include <QtTest>

#include <algorithm>

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 60000; // milliseconds

} // namespace

/// The window's thread shows and takes input. It opens no file, plans no network and loads no backend: a slow disk, a large file or
/// a large network never makes the window wait.
class TestThreadDuties : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("NETSMITH_DATA_DIR", QByteArray::fromStdString(m_data.folder().string())); }
    void init();
    void cleanup();
    void theCountersCount();
    void startPage();
    void projectsAreOpenedAndSaved();
    void changesElsewhereAreNoticed();
    void workIsRecovered();
    void everyPanelIsShown();
    void aStepIsTakenApart();
    void aRunIsTrainedAndTried();
    void runsAreOpenedAndResumed();
    void weightsAreMatched();
    void precisionsAreCompared();
    void filesAreDropped();

private:
    MainWindow& window() { return m_studio->window(); }
    TrainingSession& session() { return window().session(); }
    void open(std::int64_t epochs = 3);
    void train();
    void drop(const QString& path);

    SmallTraining m_data;
    std::unique_ptr<StudioFixture> m_studio;
    std::unique_ptr<ThreadDuties> m_duties;
    QString m_path;
};

void TestThreadDuties::init()
{
    m_studio = std::make_unique<StudioFixture>();
    m_path = m_studio->path(u"small.netsmith"_s);
    m_duties = std::make_unique<ThreadDuties>();
}

void TestThreadDuties::cleanup()
{
    m_studio.reset();
    const QStringList found = m_duties->take();
    m_duties.reset();
    QVERIFY2(found.isEmpty(), qPrintable(u"on the window's thread: "_s + found.join(u", "_s)));
}

void TestThreadDuties::open(std::int64_t epochs)
{
    QVERIFY(saveProject(smallProject(epochs), m_path.toStdString()).hasValue());
    (void)m_duties->take(); // the test's own
    window().files().open(m_path);
    awaitFiles(window());
    QCOMPARE(window().document().path(), m_path);
}

void TestThreadDuties::train()
{
    session().startAtOnce();
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), TrainingState::finished, patience);
}

void TestThreadDuties::theCountersCount()
{
    open();
    QVERIFY(m_duties->opensElsewhere() > 0);
    (void)loadProject(m_path.toStdString());
    QCOMPARE(m_duties->take(), QStringList{u"open "_s + m_path});
}

void TestThreadDuties::startPage()
{
    m_studio->restart();
    QTRY_VERIFY(window().findChild<QAbstractButton*>(u"sample_mnist_cnn"_s));
    QTest::mouseClick(m_studio->child<QAbstractButton>("sample_mnist_cnn"), Qt::LeftButton);
    awaitFiles(window());
    QCOMPARE(window().document().graph().nodes.size(), std::size_t{9});
    window().actions()["closeAction"]->trigger();
    QTRY_VERIFY(window().files().isVacant());
}

void TestThreadDuties::projectsAreOpenedAndSaved()
{
    open();
    window().document().edit(u"Edit"_s, [](Project& project) { project.training.batch += 1; });
    QTest::keyClick(&window(), Qt::Key_S, Qt::ControlModifier);
    awaitFiles(window());
    QVERIFY(!window().document().isModified());
    const QString other = m_studio->path(u"other.netsmith"_s);
    QVERIFY(saveProject(smallProject(7), other.toStdString()).hasValue());
    (void)m_duties->take(); // the test's own
    m_studio->studio().open(other);
    awaitFiles(*m_studio->studio().windows().back());
    QCOMPARE(m_studio->studio().windows().size(), 2);
}

void TestThreadDuties::changesElsewhereAreNoticed()
{
    open();
    QVERIFY(saveProject(smallProject(77), m_path.toStdString()).hasValue());
    (void)m_duties->take();
    QTRY_VERIFY(window().bars().shows(u"changedBar"_s));
    m_studio->press("changedReload");
    QCOMPARE(window().document().project().training.epochs, std::int64_t{77});
}

void TestThreadDuties::workIsRecovered()
{
    QVERIFY(saveProject(smallProject(5), m_studio->path(u"autosave/left.autosave.netsmith"_s).toStdString()).hasValue());
    (void)m_duties->take();
    window().files().offerRecovery();
    QTRY_VERIFY(window().bars().shows(u"recoveryBar"_s));
    m_studio->press("recoverWork");
    QCOMPARE(window().document().project().training.epochs, std::int64_t{5});
    window().document().edit(u"Edit"_s, [](Project& project) { project.training.batch += 1; });
    window().findChild<Autosave*>()->writeNow();
}

void TestThreadDuties::everyPanelIsShown()
{
    open();
    for (const char* dock : {"layersDock", "dataDock", "outlineDock", "propertiesDock", "trainingSettingsDock", "deviceDock",
                             "curvesDock", "problemsDock", "doctorDock", "stepsDock", "runsDock", "tryItDock"}) {
        window().raisePanel(dock);
        QCoreApplication::processEvents();
    }
    for (const QString& page :
         {u"compare"_s, u"twin"_s, u"predictions"_s, u"embedding"_s, u"profiler"_s, u"compress"_s, u"network"_s}) {
        window().openPage(page);
        QCoreApplication::processEvents();
    }
    window().document().selection().select("dense_1");
    window().document().edit(u"Edit"_s, [](Project& project) { project.training.optimizer.id = "sgd"; });
    session().start();
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), TrainingState::preFlight, patience);
    QTRY_VERIFY_WITH_TIMEOUT(m_studio->child<QPushButton>("preflightTrainButton")->isEnabled(), patience);
}

void TestThreadDuties::aStepIsTakenApart()
{
    open();
    window().raisePanel("stepsDock");
    StepsSession& steps = m_studio->child<StepsPanel>("stepsPanel")->session();
    m_studio->press("stepsBegin");
    QTRY_COMPARE_WITH_TIMEOUT(steps.state(), StepsSession::State::ready, patience);
    for (std::size_t stage = 1; stage < m_studio->child<StepsPanel>("stepsPanel")->stages().size(); ++stage)
        m_studio->press("stepsNext");
    const auto weighted = std::ranges::find_if(steps.step()->layers, [](const auto& layer) { return !layer.parameters.empty(); });
    QVERIFY(weighted != steps.step()->layers.end());
    steps.setWeight({weighted->parameters.front().id, 0}, 0.5);
    QTRY_VERIFY_WITH_TIMEOUT(!steps.isComputing(), patience);
    m_studio->press("stepsTake");
    QTRY_COMPARE_WITH_TIMEOUT(steps.step()->step, std::int64_t{2}, patience);
    steps.end();
}

void TestThreadDuties::aRunIsTrainedAndTried()
{
    open();
    window().raisePanel("tryItDock");
    train();
    QImage picture(28, 28, QImage::Format_Grayscale8);
    picture.fill(90);
    const QString file = m_studio->path(u"digit.png"_s);
    QVERIFY(picture.save(file));
    (void)m_duties->take();
    drop(file);
    QTRY_VERIFY(m_duties->opensElsewhere() > 0);
    QTest::mouseClick(m_studio->child<QToolButton>("tryItWhy"), Qt::LeftButton);
    AttributionFeed& feed = m_studio->child<AttributionWindow>("attributionWindow")->feed();
    QTRY_VERIFY_WITH_TIMEOUT(feed.state() == AttributionFeed::State::ready, patience);
    m_studio->child<AttributionWindow>("attributionWindow")->exportNumbers(m_studio->path(u"why.csv"_s).toStdString());
    QTRY_VERIFY(QFile::exists(m_studio->path(u"why.csv"_s)));
    train();
    window().actions()["closeAction"]->trigger();
}

void TestThreadDuties::runsAreOpenedAndResumed()
{
    open(100000);
    session().startAtOnce();
    QTRY_VERIFY_WITH_TIMEOUT(session().snapshot().step > 0, patience);
    session().stop();
    QTRY_VERIFY_WITH_TIMEOUT(session().isResting(), patience);
    auto* tree = m_studio->child<QTreeView>("runsTree");
    QTRY_COMPARE(tree->model()->rowCount(), 1);
    window().raisePanel("runsDock");
    tree->setCurrentIndex(tree->model()->index(0, 0));
    for (const char* verb : {"openRunAction", "cardOfRunAction", "noteRunAction"})
        window().findChild<QAction*>(QString::fromLatin1(verb))->trigger();
    QCoreApplication::processEvents();
    const std::int64_t step = session().snapshot().step;
    window().findChild<QAction*>(u"resumeRunAction"_s)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(session().snapshot().step > step, patience);
    session().stop();
    QTRY_VERIFY_WITH_TIMEOUT(session().isResting(), patience);
}

void TestThreadDuties::weightsAreMatched()
{
    open(1);
    train();
    auto* tree = m_studio->child<QTreeView>("runsTree");
    QTRY_COMPARE(tree->model()->rowCount(), 1);
    window().raisePanel("runsDock");
    tree->setCurrentIndex(tree->model()->index(0, 0));
    auto* begin = m_studio->child<QAction>("beginFromRunAction");
    QTRY_VERIFY(begin->isEnabled());
    begin->trigger();
    const auto& project = window().document().project();
    QTRY_VERIFY_WITH_TIMEOUT(initialWeightsOf(project), patience);
    window().actions()["initialWeightsAction"]->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(m_studio->child<QPushButton>("initialWeightsAccept")->isEnabled(), patience);
    m_studio->press("initialWeightsAccept");
    QTRY_VERIFY(!m_studio->child<QWidget>("initialWeightsWindow")->isVisible());
    window().raisePanel("trainingSettingsDock");
    QTRY_VERIFY(m_studio->child<QLabel>("initialWeightsValue")->text().contains(u"2 of 2"_s));
    const QStringList found = m_duties->take();
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u", "_s)));
    m_studio->child<QAction>("exportRunAction")->trigger();
    const QString report = m_studio->path(u"report.html"_s);
    m_studio->typeFile("runExportDialog", report);
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(report), patience);
    QTRY_VERIFY(!window().findChild<QWidget*>(u"runExportDialog"_s));
    (void)m_duties->take(); // the dialog's own, which looks into the files that it lists
}

void TestThreadDuties::precisionsAreCompared()
{
    open();
    window().openPage(u"compare"_s);
    m_studio->press("compareStart");
    QTRY_COMPARE_WITH_TIMEOUT(m_studio->child<ComparePanel>("comparePanel")->session().state(), CompareSession::State::ended,
                              patience);
    window().openPage(u"twin"_s);
    m_studio->press("twinStart");
    QTRY_VERIFY_WITH_TIMEOUT(!m_studio->child<TwinPanel>("twinPanel")->session().moments().empty(), patience);
    m_studio->press("twinStart");
}

void TestThreadDuties::filesAreDropped()
{
    open();
    drop(QString::fromStdString(m_data.folder().string()));
    QTRY_VERIFY(window().bars().shows(u"dropBar"_s));
    drop(m_path);
    QTRY_COMPARE(m_studio->studio().windows().size(), 1); // it is open here
}

void TestThreadDuties::drop(const QString& path)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enters(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window(), &enters);
    QDropEvent event(QPointF(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window(), &event);
}

NETSMITH_WINDOW_TEST(TestThreadDuties)
#include "test_thread_duties.moc"
