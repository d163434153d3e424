#include "tests/gui/app/studio_fixture.h"

#include "engine/store/run_folder.h"
#include "gui/progress/run_notifier.h"
#include "gui/progress/sleep_inhibitor.h"
#include "gui/training/preflight_outcome.h"
#include "tests/engine/core/plain_user.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QFileDialog>
#include <QLineEdit>
#include <QtTest>

namespace test_before_a_run {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

/// Before a run starts or anything is written: text being typed is committed, one network trains at a time, and the machine is
/// kept awake.
class TestBeforeARun : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("NETSMITH_DATA_DIR", QByteArray::fromStdString(m_data.folder().string())); }
    void init();
    void cleanup() { m_studio.reset(); }
    void typedTextIsSaved();
    void typedTextIsTrained();
    void typedTextIsAskedAboutBeforeClosing();
    void whatIsTypedBesideTheCardChangesIt();
    void aFailedRunLeadsToTheSettingThatIsMeant();
    void aReadOnlyFolderOffersAnother();
    void onlyOneWindowTrains();
    void aCancelledResumeLeadsBack();
    void theMachineStaysAwakeWhileItTrains();

private:
    MainWindow& window() { return m_studio->window(); }
    TrainingSession& session() { return window().session(); }
    QLineEdit* type(const char* dock, const char* field, const QString& text);

    SmallTraining m_data;
    std::unique_ptr<StudioFixture> m_studio;
    QString m_path;
};

void TestBeforeARun::init()
{
    m_studio = std::make_unique<StudioFixture>();
    m_path = m_studio->path(u"small.netsmith"_s);
    QVERIFY(saveProject(smallProject(1000), m_path.toStdString()).hasValue());
    window().files().open(m_path);
    awaitFiles(window());
    QCOMPARE(window().document().path(), m_path);
}

/// Typed while the field still has the focus.
QLineEdit* TestBeforeARun::type(const char* dock, const char* field, const QString& text)
{
    window().raisePanel(dock);
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // the fields of the previous project
    auto* edit = m_studio->child<QLineEdit>(field);
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
    return edit;
}

void TestBeforeARun::typedTextIsSaved()
{
    window().document().selection().select("dense_1");
    QLineEdit* field = type("propertiesDock", "unitsField", u"12"_s);
    QVERIFY(!window().document().isModified());
    QTest::keyClick(field, Qt::Key_S, Qt::ControlModifier);
    awaitFiles(window());
    QVERIFY(!window().document().isModified());
    const Expected<Project> written = loadProject(m_path.toStdString());
    QCOMPARE(std::get<std::int64_t>(written->graph.find("dense_1")->parameters.at("units")), 12);

    field = type("trainingSettingsDock", "epochsField", u"17"_s);
    QTest::keyClick(field, Qt::Key_S, Qt::ControlModifier);
    awaitFiles(window());
    QCOMPARE(loadProject(m_path.toStdString())->training.epochs, 17);
}

void TestBeforeARun::typedTextIsTrained()
{
    QLineEdit* field = type("trainingSettingsDock", "epochsField", u"17"_s);
    QTest::keyClick(field, Qt::Key_F5);
    QTRY_VERIFY(session().preflight());
    QCOMPARE(session().preflight()->look.epochs, 17);
    QCOMPARE(window().document().undoStack().count(), 1);
}

void TestBeforeARun::typedTextIsAskedAboutBeforeClosing()
{
    type("trainingSettingsDock", "seedField", u"17"_s);
    window().close();
    QVERIFY(window().isVisible());
    QVERIFY(window().bars().shows(u"unsavedBar"_s));
}

void TestBeforeARun::whatIsTypedBesideTheCardChangesIt()
{
    QTest::keyClick(&window(), Qt::Key_F5);
    QTRY_COMPARE(session().state(), TrainingState::preFlight);
    QLineEdit* field = type("trainingSettingsDock", "batchField", u"5"_s);
    QTest::keyClick(field, Qt::Key_F5); // "Train", but not with what the card says
    QCOMPARE(session().state(), TrainingState::preparing);
    QTRY_COMPARE(session().state(), TrainingState::preFlight);
    QCOMPARE(session().preflight()->look.batch, 5);
    QVERIFY(listRuns(m_path.toStdString()).empty());
    QTest::keyClick(field, Qt::Key_F5);
    QTRY_COMPARE(session().state(), TrainingState::running);
    QCOMPARE(session().run()->batch, 5);
}

void TestBeforeARun::aFailedRunLeadsToTheSettingThatIsMeant()
{
    session().setFolds(1000); // of 60 samples
    session().startAtOnce();
    QTRY_COMPARE(session().state(), TrainingState::failed);
    auto* button = m_studio->child<QPushButton>("failedSettingsButton");
    QVERIFY2(button->text().contains(u"Folds"_s), qPrintable(button->text()));
    window().raisePanel("propertiesDock");
    QTest::mouseClick(button, Qt::LeftButton);
    auto* field = m_studio->child<QLineEdit>("foldsField");
    QTRY_VERIFY(field->hasFocus());
    QVERIFY(!field->visibleRegion().isEmpty()); // and in view
}

void TestBeforeARun::aReadOnlyFolderOffersAnother()
{
    const QString root = QString::fromStdString(m_data.folder().string());
    QVERIFY(QDir(root).mkpath(u"place"_s) && QDir(root).mkpath(u"other"_s));
    const QString path = root + u"/place/mine.netsmith"_s;
    QVERIFY(saveProject(smallProject(1), path.toStdString()).hasValue());
    window().actions()["closeAction"]->trigger();
    window().files().open(path);
    awaitFiles(window());
    const PlainUser user(m_data.folder());
    if (!user)
        QSKIP("root can't become another user here");
    QVERIFY(QFile::setPermissions(root + u"/place"_s, QFile::ReadOwner | QFile::ExeOwner));
    session().startAtOnce();
    QTRY_COMPARE(session().state(), TrainingState::failed);
    QCOMPARE(session().failure(), TrainingFailure::disk);
    QTest::mouseClick(m_studio->child<QPushButton>("failedElsewhereButton"), Qt::LeftButton);
    auto* dialog = m_studio->child<QFileDialog>("saveDialog");
    QVERIFY(dialog);
    Q_EMIT dialog->fileSelected(root + u"/other/mine.netsmith"_s); // another user's home can't be read
    dialog->close();
    QTRY_COMPARE(window().document().path(), root + u"/other/mine.netsmith"_s);
    session().runAnew();
    // A visible card is not enough: the data's files were given to another user, and may be read again in the meantime.
    QTRY_COMPARE(session().state(), TrainingState::preFlight);
    session().train();
    QTRY_COMPARE(session().state(), TrainingState::finished);
    QCOMPARE(listRuns((root + u"/other/mine.netsmith"_s).toStdString()).size(), std::size_t{1});
}

void TestBeforeARun::onlyOneWindowTrains()
{
    session().startAtOnce();
    QTRY_COMPARE(session().state(), TrainingState::running);
    const QString path = m_studio->path(u"other/other.netsmith"_s);
    QVERIFY(QDir().mkpath(m_studio->path(u"other"_s)));
    QVERIFY(saveProject(smallProject(1000), path.toStdString()).hasValue());
    MainWindow& other = m_studio->studio().open(path);
    QVERIFY(&other != &window());
    awaitFiles(other);
    QVERIFY(QTest::qWaitForWindowActive(&other));
    QSignalSpy states(&other.session(), &TrainingSession::stateChanged);
    QTest::keyClick(&other, Qt::Key_F5);
    QVERIFY(other.bars().shows(u"guardBar"_s));
    other.session().startAtOnce();
    other.session().step();
    QCOMPARE(other.session().state(), TrainingState::idle);
    QVERIFY(states.isEmpty());
    session().stop();
    QTRY_COMPARE(session().state(), TrainingState::stopped);
    QVERIFY(listRuns(path.toStdString()).empty()); // nothing was trained
    other.session().startAtOnce();
    QTRY_COMPARE(other.session().state(), TrainingState::running);
}

void TestBeforeARun::aCancelledResumeLeadsBack()
{
    session().startAtOnce();
    QTRY_COMPARE(session().state(), TrainingState::running);
    session().stop();
    QTRY_COMPARE(session().state(), TrainingState::stopped);
    const std::filesystem::path run = session().run()->folder;
    m_studio->restart();
    window().files().open(m_path);
    awaitFiles(window());
    session().resumeRun(run);
    QCOMPARE(session().state(), TrainingState::preparing);
    session().cancel();
    QCOMPARE(session().state(), TrainingState::idle); // not "stopped", because there is nothing to resume
    session().resumeRun(run);
    QTRY_COMPARE(session().state(), TrainingState::running);
}

void TestBeforeARun::theMachineStaysAwakeWhileItTrains()
{
    QVERIFY(window().findChild<RunNotifier*>()); // it notifies a user who is looking elsewhere
    const auto* sleep = window().findChild<SleepInhibitor*>();
    QVERIFY(sleep);
    QVERIFY(!sleep->isWanted());
    session().startAtOnce();
    QTRY_COMPARE(session().state(), TrainingState::running);
    QVERIFY(sleep->isWanted());
    session().pause();
    QTRY_COMPARE(session().state(), TrainingState::paused);
    QVERIFY(!sleep->isWanted()); // a paused run lets the machine sleep
    session().goOn();
    QVERIFY(sleep->isWanted());
    session().stop();
    QTRY_COMPARE(session().state(), TrainingState::stopped);
    QVERIFY(!sleep->isWanted());
}

NETSMITH_WINDOW_TEST(TestBeforeARun)

} // namespace test_before_a_run

#include "test_before_a_run.moc"
