#include "tests/gui/app/studio_fixture.h"
#include "tests/test_program.h"

#include <QFileDialog>
#include <QtTest>

namespace test_slow_files {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// What happens while files are being read and written, which may take long: nothing is lost, overwritten or opened twice.
class TestSlowFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_studio = std::make_unique<StudioFixture>(); }
    void cleanup() { m_studio.reset(); }
    void whatIsEditedWhileItIsSavedStaysUnsaved();
    void whatIsEditedWhileItIsSavedIsAskedAboutAgain();
    void whatWasDiscardedIsAskedAboutOnce();
    void aSaveAfterASaveElsewhereGoesThere();
    void aSaveOfAClosedProjectIsDropped();
    void whatWasToBeSavedIsWrittenThoughTheWindowEnds();
    void savesFollowEachOther();
    void editsDuringAReloadAreKept();
    void aFileThatIsBeingOpenedIsOpenedOnce();
    void aSecondClickOpensNothing();
    void whatTakesLongIsSaid();

private:
    MainWindow& window() { return m_studio->window(); }
    std::int64_t batch() { return window().document().project().training.batch; }
    static std::int64_t batchIn(const QString& path) { return loadProject(path.toStdString()).take().training.batch; }
    /// Without waiting for the files, unlike `StudioFixture::press`.
    void click(const char* button) { QTest::mouseClick(m_studio->child<QPushButton>(button), Qt::LeftButton); }

    std::unique_ptr<StudioFixture> m_studio;
};

void TestSlowFiles::whatIsEditedWhileItIsSavedStaysUnsaved()
{
    const QString path = m_studio->openOwn();
    m_studio->edit();
    const QByteArray first = QByteArray::fromStdString(toJson(window().document().project()));
    window().files().save();
    QVERIFY(window().files().isBusy());
    m_studio->edit();
    awaitFiles(window());
    QVERIFY(window().document().isModified());
    QCOMPARE(loadProject(path.toStdString()).take(), projectFromJson(first.toStdString()).take());
    window().document().undoStack().undo(); // what was written, but not known to be
    window().files().save();
    awaitFiles(window());
    QVERIFY(!window().document().isModified());
    QCOMPARE(loadProject(path.toStdString()).take(), window().document().project());
    QVERIFY(!window().bars().shows(u"changedBar"_s));
}

void TestSlowFiles::whatIsEditedWhileItIsSavedIsAskedAboutAgain()
{
    const QString path = m_studio->openOwn();
    m_studio->edit();
    window().close();
    click("unsavedSave");
    QVERIFY(window().files().isBusy());
    m_studio->edit();
    awaitFiles(window());
    QVERIFY(window().bars().shows(u"unsavedBar"_s)); // and nothing has ended
    QCOMPARE(batchIn(path), batch() - 1);
    m_studio->press("unsavedSave");
    QTRY_VERIFY(m_studio->studio().windows().isEmpty());
    QCOMPARE(batchIn(path), loadProject(m_studio->sample("mnist_mlp").toStdString()).take().training.batch + 2);
}

void TestSlowFiles::whatWasDiscardedIsAskedAboutOnce()
{
    m_studio->openOwn();
    m_studio->edit();
    int safe = 0;
    const auto next = [&safe] { ++safe; };
    window().files().whenSafe(next);
    m_studio->press("unsavedDiscard");
    QCOMPARE(safe, 1);
    window().files().whenStillSafe(next); // after another question
    QCOMPARE(safe, 2);
    m_studio->edit();
    window().files().whenStillSafe(next); // not this edit
    QVERIFY(window().bars().shows(u"unsavedBar"_s));
    QCOMPARE(safe, 2);
    m_studio->press("unsavedDiscard");
    QCOMPARE(safe, 3);
    window().files().whenSafe(next); // another day
    QCOMPARE(safe, 3);
    QVERIFY(window().bars().shows(u"unsavedBar"_s));
}

void TestSlowFiles::aSaveAfterASaveElsewhereGoesThere()
{
    const QString path = m_studio->openOwn();
    const std::int64_t before = batch();
    m_studio->edit();
    window().files().saveAs();
    const QString other = m_studio->path(u"other.netsmith"_s);
    m_studio->typeFile("saveDialog", other);
    QVERIFY(window().files().isBusy());
    m_studio->edit();
    window().files().save();
    awaitFiles(window());
    QCOMPARE(window().document().path(), other);
    QVERIFY(!window().document().isModified());
    QCOMPARE(batchIn(other), before + 2);
    QCOMPARE(batchIn(path), before);
}

void TestSlowFiles::aSaveOfAClosedProjectIsDropped()
{
    const QString path = m_studio->openOwn();
    const Project whole = window().document().project();
    m_studio->edit();
    window().files().save();
    window().actions()["closeAction"]->trigger(); // closes when it is saved
    window().files().save();
    QTRY_VERIFY(window().files().isVacant());
    awaitFiles(window());
    QCOMPARE(loadProject(path.toStdString()).take().graph, whole.graph);
    QVERIFY(!window().findChild<QFileDialog*>(u"saveDialog"_s));
}

void TestSlowFiles::whatWasToBeSavedIsWrittenThoughTheWindowEnds()
{
    const QString path = m_studio->openOwn();
    m_studio->edit();
    const Project expected = window().document().project();
    window().files().save();
    m_studio->restart(); // without an event in between
    QCOMPARE(loadProject(path.toStdString()).take(), expected);
}

void TestSlowFiles::savesFollowEachOther()
{
    const QString path = m_studio->openOwn();
    int ended = 0;
    for (int i = 0; i < 3; ++i) {
        m_studio->edit();
        window().files().save([&ended] { ++ended; });
    }
    const Project expected = window().document().project();
    QTRY_COMPARE(ended, 3);
    QVERIFY(!window().document().isModified());
    QCOMPARE(loadProject(path.toStdString()).take(), expected);
    QVERIFY(!window().bars().shows(u"changedBar"_s)); // its own writing is no other program's
}

void TestSlowFiles::editsDuringAReloadAreKept()
{
    const QString path = m_studio->openOwn();
    Project theirs = window().document().project();
    theirs.training.batch = 99;
    QVERIFY(saveProject(theirs, path.toStdString()));
    QTRY_VERIFY(window().bars().shows(u"changedBar"_s));
    click("changedReload");
    QVERIFY(window().files().isBusy());
    m_studio->edit();
    const std::int64_t mine = batch();
    awaitFiles(window());
    QCOMPARE(batch(), mine);
    QVERIFY(window().bars().shows(u"changedBar"_s)); // asked again
    m_studio->press("changedReload");
    QCOMPARE(batch(), 99);
}

void TestSlowFiles::aFileThatIsBeingOpenedIsOpenedOnce()
{
    const QString path = m_studio->openOwn();
    m_studio->restart();
    MainWindow& first = m_studio->studio().open(path);
    QVERIFY(!first.files().isVacant());
    QCOMPARE(&m_studio->studio().open(path), &first);
    MainWindow& other = m_studio->studio().open(m_studio->sample("mnist_cnn"));
    QVERIFY(&other != &first);
    awaitFiles(first);
    awaitFiles(other);
    QCOMPARE(first.document().path(), path);
    QCOMPARE(m_studio->studio().windows().size(), 2);
}

void TestSlowFiles::aSecondClickOpensNothing()
{
    for (int click = 0; click < 2; ++click)
        window().files().openSample(m_studio->sample("mnist_mlp"));
    awaitFiles(window());
    QCOMPARE(m_studio->studio().windows().size(), 1);
    QVERIFY(!window().document().graph().nodes.empty());
}

void TestSlowFiles::whatTakesLongIsSaid()
{
    const QString path = m_studio->path(u"large.netsmith"_s);
    Project project = loadProject(m_studio->sample("mnist_mlp").toStdString()).take();
    project.description.assign(std::size_t{8} << 20, 'x');
    QVERIFY(saveProject(project, path.toStdString()));
    window().files().setPatience(0);
    window().files().open(path);
    QTRY_VERIFY(window().bars().shows(u"openingBar"_s) || !window().files().isBusy());
    QVERIFY(window().bars().shows(u"openingBar"_s));
    awaitFiles(window());
    QCOMPARE(window().document().path(), path);
    QVERIFY(!window().bars().shows(u"openingBar"_s));
    m_studio->edit();
    window().files().save();
    QTRY_VERIFY(window().bars().shows(u"savingBar"_s) || !window().files().isBusy());
    QVERIFY(window().bars().shows(u"savingBar"_s));
    awaitFiles(window());
    QVERIFY(!window().bars().shows(u"savingBar"_s));
}

NETSMITH_WINDOW_TEST(TestSlowFiles)

} // namespace test_slow_files

#include "test_slow_files.moc"
