#include "tests/gui/app/studio_fixture.h"

#include "engine/runs/store/run_store.h"
#include "engine/store/run_folder.h"
#include "gui/app/files/unsaved_projects.h"
#include "gui/app/files/untitled_runs.h"
#include "gui/plots/plot_panel.h"
#include "gui/progress/run_bars.h"
#include "gui/runs/runs_panel.h"
#include "gui/runs/table/run_table.h"
#include "gui/start/start_page.h"
#include "tests/gui/training/picture.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QAction>
#include <QDir>
#include <QLabel>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include <fstream>

namespace test_left_projects {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;
namespace fs = std::filesystem;

/// Trained runs are never out of reach: they are listed when their project is opened again, saved or not.
class TestLeftProjects : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { m_studio = std::make_unique<StudioFixture>(); }
    void cleanup() { m_studio.reset(); }
    void whatWasNeverSavedStaysWithItsRuns();
    void whatIsOpenElsewhereIsNotListed();
    void whatNobodyWantsGoesIntoTheTrashAndBack();
    void manyAreShownWhenAskedFor();
    void curvesOfTheLastRunAreThere();
    void anotherProjectsRunIsNotTheLast();
    void aRunThatWasInterruptedGoesOn();
    void aClosedProjectsRunIsNotOffered();
    void aRunThatMovedIsDrawnOnce();
    void aRunThatIsBeingMovedIsNotContinued();
    void aRestartFindsTheMovedRun();

private:
    MainWindow& window() { return m_studio->window(); }
    TrainingSession& session() { return window().session(); }
    PlotPanel* plots() { return m_studio->child<PlotPanel>("plotPanel"); }
    RunTable* table() { return m_studio->child<RunTable>("runsTree"); }
    /// An untitled project that was trained once; a thousand epochs or more are stopped.
    void trainUntitled(std::int64_t epochs = 2);
    /// Makes a project file whose only run was killed in its fourth epoch; returns the run's folder.
    fs::path interrupt(const QString& path);
    /// The projects on the start page that were never saved.
    QList<QPushButton*> unsaved()
    {
        QList<QPushButton*> lines;
        for (QPushButton* line : m_studio->child<StartPage>("startPage")->findChildren<QPushButton*>())
            if (line->objectName().startsWith(u"recent_"_s) && line->toolTip().contains(u"never saved"_s))
                lines << line;
        return lines;
    }
    QString untitled() const { return m_studio->path(u"untitled"_s); }
    QStringList folders() const { return QDir(untitled()).entryList(QDir::Dirs | QDir::NoDotAndDotDot); }

    SmallTraining m_data;
    std::unique_ptr<StudioFixture> m_studio;
};

void TestLeftProjects::initTestCase()
{
    qputenv("NETSMITH_DATA_DIR", QByteArray::fromStdString(m_data.folder().string()));
    // The desktop's trash, in the test's own folder.
    std::filesystem::create_directories(m_data.folder() / "share");
    qputenv("HOME", QByteArray::fromStdString(m_data.folder().string()));
    qputenv("XDG_DATA_HOME", QByteArray::fromStdString((m_data.folder() / "share").string()));
}

void TestLeftProjects::trainUntitled(std::int64_t epochs)
{
    const QString sample = m_studio->path(u"sample.netsmith"_s);
    QVERIFY(saveProject(smallProject(epochs), sample.toStdString()).hasValue());
    window().files().openSample(sample);
    awaitFiles(window());
    QVERIFY(window().document().path().isEmpty());
    session().startAtOnce();
    if (epochs < 1000) {
        QTRY_COMPARE(session().state(), TrainingState::finished);
        return;
    }
    QTRY_COMPARE(session().state(), TrainingState::running);
    session().stop();
    QTRY_VERIFY(session().allows(TrainingAction::resume));
    QVERIFY(QDir().mkpath(m_studio->path(u"place"_s)));
}

void TestLeftProjects::whatWasNeverSavedStaysWithItsRuns()
{
    trainUntitled();
    const std::string trained = toJson(window().document().project());
    window().actions()["closeAction"]->trigger();
    QTRY_COMPARE(unsaved().size(), 1);
    QCOMPARE(unsaved().front()->text(), u"small"_s);
    savePictures(window(), u"start-unsaved"_s);

    m_studio->restart(); // another day
    QTRY_COMPARE(unsaved().size(), 1);
    QTest::mouseClick(unsaved().front(), Qt::LeftButton);
    awaitFiles(window());
    QCOMPARE(toJson(window().document().project()), trained);
    QVERIFY(window().document().path().isEmpty());
    QVERIFY(!window().document().isModified());
    QTRY_COMPARE(table()->model()->rowCount(), 1);
    QTRY_COMPARE(plots()->runs().size(), 1u); // with its curves
    session().startAtOnce();
    QTRY_COMPARE(session().state(), TrainingState::finished);
    QTRY_COMPARE(table()->model()->rowCount(), 2);
    QCOMPARE(folders().size(), 1); // beside the first one

    // Once saved, it is a project like any other.
    QVERIFY(QDir().mkpath(m_studio->path(u"place"_s)));
    window().files().save();
    awaitFiles(window());
    m_studio->chooseFile("saveDialog", m_studio->path(u"place/mine.netsmith"_s));
    QTRY_COMPARE(table()->model()->rowCount(), 2);
    window().actions()["closeAction"]->trigger();
    QTRY_VERIFY(unsaved().isEmpty());
    QTRY_VERIFY(folders().isEmpty());
    QVERIFY(m_studio->child<QPushButton>("recent_mine"));
    int runs = 0;
    for (const fs::directory_entry& run : fs::directory_iterator(m_studio->path(u"place/runs"_s).toStdString()))
        if (const auto record = readRunRecord(run)) {
            QCOMPARE(record->projectFile, "mine.netsmith"); // now its runs
            ++runs;
        }
    QCOMPARE(runs, 2);
    window().files().open(m_studio->path(u"place/mine.netsmith"_s));
    awaitFiles(window());
    QTRY_COMPARE(plots()->runs().size(), 1u); // the last of them
}

void TestLeftProjects::whatIsOpenElsewhereIsNotListed()
{
    trainUntitled();
    const fs::path run = session().run()->folder;
    const QString folder = QString::fromStdString(run.parent_path().parent_path().string());
    QVERIFY(UntitledRuns::isOpen(folder));
    const fs::path old = fs::path(untitled().toStdString()) / "old/runs/a"; // another one, which is not open
    fs::create_directories(old.parent_path());
    fs::copy(run, old, fs::copy_options::recursive);
    MainWindow& other = m_studio->studio().openWindow();
    const auto lines = [&] {
        QStringList names;
        for (const QPushButton* line : other.findChild<StartPage*>()->findChildren<QPushButton*>())
            if (line->objectName().startsWith(u"recent_"_s))
                names << line->objectName();
        return names;
    };
    QTRY_COMPARE(lines(), QStringList{u"recent_old"_s});
    window().actions()["closeAction"]->trigger();
    QTRY_COMPARE(unsaved().size(), 2);
    QTRY_VERIFY(!UntitledRuns::isOpen(folder));
}

void TestLeftProjects::whatNobodyWantsGoesIntoTheTrashAndBack()
{
    trainUntitled();
    const fs::path run = session().run()->folder;
    window().actions()["closeAction"]->trigger();
    QTRY_COMPARE(unsaved().size(), 1);
    auto* trash = m_studio->child<StartPage>("startPage")->findChild<QToolButton*>();
    QVERIFY(trash);
    QTest::mouseClick(trash, Qt::LeftButton);
    QTRY_VERIFY(window().bars().shows(u"trashedBar"_s) || window().bars().shows(u"trashFailedBar"_s));
    QVERIFY(!window().bars().shows(u"trashFailedBar"_s));
    QTRY_VERIFY(unsaved().isEmpty());
    QVERIFY(!fs::exists(run));
    QVERIFY(window().bars().shows(u"trashedBar"_s));
    savePictures(window(), u"start-trashed"_s);
    QCOMPARE(QDir(QString::fromStdString((m_data.folder() / "share/Trash/files").string()))
                 .entryList(QDir::Dirs | QDir::NoDotAndDotDot)
                 .size(),
             1);
    m_studio->press("trashedUndo");
    QTRY_COMPARE(unsaved().size(), 1);
    QVERIFY(fs::exists(run / "run.json"));
    QVERIFY(fs::is_empty(m_data.folder() / "share/Trash/info"));
}

void TestLeftProjects::manyAreShownWhenAskedFor()
{
    trainUntitled();
    const QString run = QString::fromStdString(session().run()->folder.string());
    window().actions()["closeAction"]->trigger();
    QTRY_COMPARE(unsaved().size(), 1);
    for (int i = 0; i < 7; ++i) { // more of them, and one without runs
        const fs::path folder = fs::path(untitled().toStdString()) / ("old" + std::to_string(i)) / "runs";
        fs::create_directories(folder);
        if (i > 0)
            fs::copy(run.toStdString(), folder / "a", fs::copy_options::recursive);
    }
    m_studio->restart();
    QTRY_COMPARE(unsaved().size(), 5);
    m_studio->press("moreUnsaved");
    QCOMPARE(unsaved().size(), 7);
    QVERIFY(!window().findChild<QPushButton*>(u"moreUnsaved"_s));
}

void TestLeftProjects::curvesOfTheLastRunAreThere()
{
    const QString path = m_studio->path(u"mine.netsmith"_s);
    QVERIFY(saveProject(smallProject(2), path.toStdString()).hasValue());
    window().files().open(path);
    awaitFiles(window());
    QVERIFY(plots()->runs().empty());
    session().startAtOnce();
    QTRY_COMPARE(session().state(), TrainingState::finished);
    session().runAnew();
    QTRY_COMPARE(session().state(), TrainingState::preFlight);
    session().train();
    QTRY_COMPARE(session().state(), TrainingState::finished);
    const std::string last = session().run()->folder.string();
    m_studio->restart();
    window().files().open(path);
    awaitFiles(window());
    QTRY_COMPARE(plots()->runs().size(), 1u);
    QCOMPARE(plots()->runs().front().id, last);
    const CurveSeries* loss = plots()->model().find({last, "loss", CurveKind::train});
    QVERIFY(loss && loss->size() == 16);
    QVERIFY(!m_studio->child<QWidget>("lastRunBar")->isVisible()); // it ran to its end
    auto* hint = m_studio->child<QLabel>("noRunHint");
    QVERIFY2(!hint->text().contains(u"No run yet"_s), qPrintable(hint->text())); // beside those curves
    QCOMPARE(session().state(), TrainingState::idle);
    savePictures(window(), u"window-last-run"_s);
    window().actions()["closeAction"]->trigger();
    QVERIFY2(hint->text().contains(u"No run yet"_s), qPrintable(hint->text()));
}

fs::path TestLeftProjects::interrupt(const QString& path)
{
    saveProject(smallProject(3), path.toStdString()).take();
    window().files().open(path);
    awaitFiles(window());
    session().startAtOnce();
    if (!QTest::qWaitFor([this] { return session().state() == TrainingState::finished; }, 60000))
        qFatal("the run does not end");
    const fs::path run = session().run()->folder;
    m_studio->restart();
    // As left by a process that was killed in the fourth epoch.
    RunRecord record = readRunRecord(run).take();
    record.state = RunState::running;
    record.epochsDone = 3;
    record.epochs = 4;
    std::ofstream(run / "run.json") << toJson(record);
    Project longer = loadProject(projectPathOf(run)).take();
    longer.training.epochs = 4;
    saveProject(longer, projectPathOf(run)).take();
    return run;
}

/// Two projects in one folder share their folder of runs.
void TestLeftProjects::anotherProjectsRunIsNotTheLast()
{
    const QString path = m_studio->path(u"mine.netsmith"_s);
    const fs::path run = interrupt(path);
    const QString other = m_studio->path(u"other.netsmith"_s);
    saveProject(smallProject(3), other.toStdString()).take();
    auto* bar = m_studio->child<QWidget>("lastRunBar");
    auto* hint = m_studio->child<QLabel>("noRunHint");
    const auto open = [this](const QString& file) { // in this window
        window().actions()["closeAction"]->trigger();
        window().files().open(file);
        awaitFiles(window());
        QCOMPARE(window().document().path(), file);
    };
    for (const bool isNoted : {true, false}) { // in the record, or only in the folder's name as in older runs
        if (!isNoted) {
            RunRecord record = readRunRecord(run).take();
            QCOMPARE(record.projectFile, "mine.netsmith");
            record.projectFile.clear();
            std::ofstream(run / "run.json") << toJson(record);
        }
        open(other);
        QTRY_COMPARE(table()->model()->rowCount(), 1); // the list is the folder's
        QVERIFY2(hint->text().contains(u"No run yet"_s), qPrintable(hint->text())); // shown at once; curves and bar may come later
        QVERIFY(plots()->runs().empty());
        QVERIFY(!bar->isVisible());
        open(path);
        QTRY_COMPARE(plots()->runs().size(), 1u);
        QTRY_VERIFY(bar->isVisible());
    }
    const QString renamed = m_studio->path(u"renamed.netsmith"_s);
    fs::rename(path.toStdString(), renamed.toStdString()); // the new file keeps its runs
    open(renamed);
    QTRY_VERIFY(bar->isVisible());
}

void TestLeftProjects::aRunThatWasInterruptedGoesOn()
{
    const QString path = m_studio->path(u"mine.netsmith"_s);
    const fs::path run = interrupt(path);
    window().files().open(path);
    awaitFiles(window());
    auto* bar = m_studio->child<QWidget>("lastRunBar");
    QTRY_VERIFY(bar->isVisible());
    QVERIFY2(bar->accessibleName().contains(u"interrupted"_s), qPrintable(bar->accessibleName()));
    QTRY_COMPARE(plots()->runs().size(), 1u);
    QTRY_VERIFY(!m_studio->child<QWidget>("plotEmptyTitle")->isVisible()); // "No run yet"
    savePictures(window(), u"window-interrupted"_s);
    m_studio->press("lastRunResumeButton");
    QVERIFY(!bar->isVisible());
    QTRY_COMPARE(session().state(), TrainingState::finished);
    QCOMPARE(session().run()->folder, run);
    QCOMPARE(session().snapshot().step, 32);
    QCOMPARE(plots()->runs().size(), 1u);
    QVERIFY(!bar->isVisible());
}

/// Although the check whether it can be resumed was still running.
void TestLeftProjects::aClosedProjectsRunIsNotOffered()
{
    const QString path = m_studio->path(u"mine.netsmith"_s);
    interrupt(path);
    auto* runs = m_studio->child<RunsPanel>("runsPanel");
    bool closed = false;
    connect(runs, &RunsPanel::listed, this, [&](const std::vector<runs::RunSummary>& listed) {
        if (closed || listed.empty())
            return;
        closed = true;
        window().actions()["closeAction"]->trigger();
    });
    window().files().open(path);
    awaitFiles(window());
    QTRY_VERIFY(closed);
    // The check is finished once the disk was read this often for other things.
    auto* left = window().findChild<UnsavedProjects*>();
    QSignalSpy found(left, &UnsavedProjects::found);
    for (int i = 1; i <= 50; ++i) {
        left->read();
        QTRY_VERIFY(found.count() >= i);
    }
    QVERIFY(!m_studio->child<QWidget>("lastRunBar")->isVisible());
}

/// After saving, the old run's curve belongs to the run beside the project: one eye for both.
void TestLeftProjects::aRunThatMovedIsDrawnOnce()
{
    trainUntitled();
    QCOMPARE(plots()->runs().size(), 1u);
    QVERIFY(QDir().mkpath(m_studio->path(u"place"_s)));
    window().files().save();
    awaitFiles(window());
    m_studio->chooseFile("saveDialog", m_studio->path(u"place/mine.netsmith"_s));
    QTRY_COMPARE(window().document().path(), m_studio->path(u"place/mine.netsmith"_s));
    window().raisePanel("runsDock");
    const auto listed = [this] {
        table()->setCurrentIndex(table()->model()->index(0, RunTableModel::columnOf("name")));
        return table()->current().string();
    };
    QTRY_VERIFY(listed().starts_with(m_studio->path(u"place"_s).toStdString()));
    const fs::path moved = listed();
    QVERIFY(static_cast<RunTableModel*>(table()->model())->isShown(moved));
    QCOMPARE(plots()->runs().size(), 1u);
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Space);
    QVERIFY(plots()->runs().empty());
    QTest::keyClick(table(), Qt::Key_Space);
    QTRY_COMPARE(plots()->runs().size(), 1u);
    session().trainLonger(1); // at its new place: nothing is written through the link at the old one
    QTRY_COMPARE(session().state(), TrainingState::finished);
    QCOMPARE(plots()->runs().size(), 1u);
    QCOMPARE(plots()->runs().front().id, moved.string());
}

void TestLeftProjects::aRunThatIsBeingMovedIsNotContinued()
{
    trainUntitled(1000000);
    QSignalSpy held(&session(), &TrainingSession::held);
    bool tried = false;
    connect(&window().files(), &ProjectFiles::moved, this, [&] { // its runs begin to move
        session().resume();
        tried = true;
    });
    window().files().save();
    m_studio->chooseFile("saveDialog", m_studio->path(u"place/mine.netsmith"_s));
    QVERIFY(tried);
    QCOMPARE(held.size(), 1);
    QVERIFY(session().isResting());
    const fs::path runs = m_studio->path(u"place/runs"_s).toStdString();
    QTRY_VERIFY(fs::exists(runs / session().run()->listed().filename() / "run.json"));
    QTRY_VERIFY((session().resume(), !session().isResting()));
    QTRY_COMPARE(session().state(), TrainingState::running);
    session().stop();
    QTRY_VERIFY(session().isResting());
}

void TestLeftProjects::aRestartFindsTheMovedRun()
{
    trainUntitled(1000000);
    QSignalSpy wanted(&window(), &MainWindow::restartWanted);
    QMetaObject::invokeMethod(window().findChild<RunBars*>(), "restartAsked");
    m_studio->typeFile("saveDialog", m_studio->path(u"place/mine.netsmith"_s));
    QTRY_COMPARE(wanted.size(), 1);
    const QString run = wanted[0][0].toString();
    QCOMPARE(QFileInfo(run).path(), QFileInfo(m_studio->path(u"place/runs"_s)).canonicalFilePath());
    QTRY_VERIFY(m_studio->studio().windows().isEmpty());
    QVERIFY(QFileInfo::exists(run + u"/run.json"_s));
}

NETSMITH_WINDOW_TEST(TestLeftProjects)

} // namespace test_left_projects

#include "test_left_projects.moc"
