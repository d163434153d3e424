#include "tests/gui/app/studio_fixture.h"
#include "tests/gui/document/saved_document.h"

#include "engine/store/checkpoint_store.h"
#include "gui/widgets/labels/notice_bar.h"
#include "tests/gui/training/picture.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QSignalSpy>
#include <QtTest>

namespace test_lost_device {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

/// A GPU, simulated by the host, that fails during training: the studio keeps running and says what can be done. The order matters,
/// because a lost device stays lost for the process.
class TestLostDevice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void memoryThatRanOutIsThereForTheNextRun();
    void aLostDeviceAsksForARestart();
    void theProcessorGoesOn();

private:
    MainWindow& window() { return m_studio->window(); }
    TrainingSession& session() { return window().session(); }
    void open(const Project& project);

    SmallTraining m_data;
    std::unique_ptr<StudioFixture> m_studio;
    QString m_path;
};

void TestLostDevice::initTestCase()
{
    qputenv("NETSMITH_DATA_DIR", QByteArray::fromStdString(m_data.folder().string()));
    // The module of the host beside those that are built.
    const QString modules = QString::fromStdString(m_data.folder().string()) + u"/modules"_s;
    QVERIFY(QDir().mkdir(modules));
    QVERIFY(QFile::link(QStringLiteral(NETSMITH_HOST_MODULES "/netsmith_cuda.so"), modules + u"/netsmith_cuda.so"_s));
    const QString built = QCoreApplication::applicationDirPath() + u"/../lib/netsmith"_s;
    QVERIFY(QFile::link(built + u"/netsmith_reference.so"_s, modules + u"/netsmith_reference.so"_s));
    qputenv("NETSMITH_BACKEND_DIR", modules.toUtf8());
    m_studio = std::make_unique<StudioFixture>();
    m_path = m_studio->path(u"small.netsmith"_s);
    Project project = smallProject(2);
    project.training.device = "cuda:0";
    QVERIFY(saveProject(project, m_path.toStdString()).hasValue());
    window().files().open(m_path);
    awaitFiles(window());
    session().setStepsPerLaunch(1);
}

void TestLostDevice::memoryThatRanOutIsThereForTheNextRun()
{
    qputenv("NETSMITH_HOST_DEVICE", "memory 10 1");
    session().startAtOnce();
    QTRY_COMPARE(session().state(), TrainingState::failed);
    QCOMPARE(session().failure(), TrainingFailure::memory);
    QVERIFY(m_studio->child<QWidget>("failedBar")->isVisible());
    QVERIFY(!m_studio->child<QPushButton>("failedRestartButton")->isVisible());
    savePictures(window(), u"gpu-memory-ran-out"_s);
    QCOMPARE(m_studio->child<QPushButton>("failedBatchButton")->text(), u"Run again with a batch of 7"_s);
    m_studio->press("failedBatchButton");
    QTRY_VERIFY(session().preflight() && session().state() == TrainingState::preFlight);
    QCOMPARE(window().document().project().training.batch, 7);
    session().train();
    QTRY_COMPARE(session().state(), TrainingState::finished);
    QVERIFY(saveDocument(window().document(), m_path));
}

void TestLostDevice::aLostDeviceAsksForARestart()
{
    window().document().edit(u"Edit"_s, [](Project& project) { project.training.epochs = 1000; });
    qputenv("NETSMITH_HOST_DEVICE", "lost 120");
    session().startAtOnce();
    QTRY_COMPARE(session().state(), TrainingState::failed);
    QCOMPARE(session().failure(), TrainingFailure::device);
    QVERIFY(m_studio->child<QPushButton>("failedRestartButton")->isVisible());
    QVERIFY(!m_studio->child<QPushButton>("failedResumeButton")->isVisible());
    QVERIFY(!m_studio->child<QPushButton>("failedBatchButton")->isVisible());
    QCOMPARE(m_studio->child<QPushButton>("failedRestartButton")->text(), u"Restart and resume"_s);
    savePictures(window(), u"gpu-lost"_s);
    const std::filesystem::path run = session().run()->folder;
    QVERIFY(CheckpointStore(run / "checkpoints").newest());

    m_studio->press("failedRestartButton");
    QVERIFY(window().bars().shows(u"unsavedBar"_s));
    m_studio->press("unsavedCancel");
    QVERIFY(m_studio->studio().restartArguments().isEmpty() && window().isEnabled());
    MainWindow& other = m_studio->studio().openWindow();
    other.files().newProject();
    other.document().edit(u"Edit"_s, [](Project& project) { project.training.batch = 7; });
    m_studio->press("failedRestartButton");
    m_studio->press("unsavedSave");
    QVERIFY(other.bars().shows(u"unsavedBar"_s)); // one after the other
    QVERIFY(m_studio->studio().restartArguments().isEmpty());
    QSignalSpy ended(&m_studio->studio(), &Studio::ended);
    QTest::mouseClick(other.findChild<QPushButton*>(u"unsavedDiscard"_s), Qt::LeftButton);
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(m_studio->studio().restartArguments(),
             (QStringList{u"--resume"_s, QFileInfo(QString::fromStdString(run.string())).canonicalFilePath(), m_path}));
    QCOMPARE(loadProject(m_path.toStdString()).take().training.epochs, 1000);
}

void TestLostDevice::theProcessorGoesOn()
{
    m_studio->restart();
    window().files().open(m_path);
    awaitFiles(window());
    session().startAtOnce();
    QTRY_COMPARE(session().state(), TrainingState::failed);
    QCOMPARE(session().failure(), TrainingFailure::device); // this process can't use it any longer
    QCOMPARE(m_studio->child<QPushButton>("failedRestartButton")->text(), u"Restart Netsmith"_s);
    window().document().edit(u"Edit"_s, [](Project& project) {
        project.training.device = "reference";
        project.training.epochs = 1;
    });
    session().startAtOnce();
    QTRY_COMPARE(session().state(), TrainingState::finished);
}

NETSMITH_WINDOW_TEST(TestLostDevice)

} // namespace test_lost_device

#include "test_lost_device.moc"
