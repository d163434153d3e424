#include "tests/gui/app/studio_fixture.h"
#include "tests/gui/document/saved_document.h"

#include "gui/document/graph_edits.h"
#include "tests/test_program.h"

#include <QLabel>
#include <QtTest>

namespace test_files {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// New, open, save and crash recovery: nothing is lost, and every failure is shown in the window.
class TestFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_studio = std::make_unique<StudioFixture>(); }
    void cleanup() { m_studio.reset(); }
    void samplesOpenAsCopies();
    void savedAsAndOpenedAgain();
    void brokenFilesAreSaidAndNothingChanges_data();
    void brokenFilesAreSaidAndNothingChanges();
    void aReadOnlyPlaceIsSaid();
    void aLinkIsNotSavedThrough();
    void whatAnotherProgramWroteIsNotReplacedUnseen();
    void whatChangesBehindTheQuestionIsAskedAgain();
    void aSaveThatWaitsIsNotForgotten();
    void ownSavesAreNoOtherProgramsChange();
    void reloadingIsAnEdit();
    void aChangedFileIsSaidAndMineCanBeKept();
    void recoveredWorkKnowsItsFile();
    void closingAsksForWhatIsUnsaved();
    void anotherProjectGetsAnotherWindow();
    void anOpenProjectIsRaised();
    void runsThatStayAreSaidAlsoWhereItCloses();
    void recentFilesAreRemembered();
    void whatWasSaidOfAProjectGoesWithIt();
    void nothingIsTrainedFromTheStartPage();

private:
    MainWindow& window() { return m_studio->window(); }
    static QByteArray read(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// Changes the file like another program; returns its new content.
    QByteArray changeElsewhere(const QString& path, std::int64_t batch)
    {
        Project project = loadProject(path.toStdString()).take();
        project.training.batch = batch;
        if (!saveProject(project, path.toStdString()))
            qWarning("%s could not be written", qPrintable(path));
        return read(path);
    }
    QString write(const QString& name, const QByteArray& content)
    {
        QFile file(m_studio->path(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(content);
        return file.fileName();
    }

    std::unique_ptr<StudioFixture> m_studio;
};

void TestFiles::samplesOpenAsCopies()
{
    window().files().openSample(m_studio->sample("mnist_cnn"));
    awaitFiles(window());
    QVERIFY(window().document().path().isEmpty());
    QCOMPARE(window().document().graph().nodes.size(), std::size_t{9});
    QVERIFY(!window().document().isModified());
}

void TestFiles::savedAsAndOpenedAgain()
{
    window().files().openSample(m_studio->sample("mnist_cnn"));
    awaitFiles(window());
    m_studio->edit();
    QVERIFY(window().isWindowModified());
    window().actions()["saveAction"]->trigger();
    awaitFiles(window());
    const QString path = m_studio->path(u"mine.netsmith"_s);
    m_studio->chooseFile("saveDialog", path);
    QTRY_COMPARE(window().document().path(), path);
    QVERIFY(!window().isWindowModified());
    const std::string bytes = toJson(window().document().project());
    m_studio->restart();
    window().files().open(path);
    awaitFiles(window());
    QCOMPARE(toJson(window().document().project()), bytes);
    QVERIFY(window().windowTitle().contains(u"mine"_s));
}

void TestFiles::brokenFilesAreSaidAndNothingChanges_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("hello");
    QTest::newRow("newer") << QByteArray("{\"netsmith\": 99}");
    QTest::newRow("binary") << QByteArray("\0\1\2\377", 4);
}

void TestFiles::brokenFilesAreSaidAndNothingChanges()
{
    QFETCH(QByteArray, content);
    window().files().open(write(u"broken.netsmith"_s, content));
    awaitFiles(window());
    QVERIFY(window().bars().shows(u"openFailedBar"_s));
    QVERIFY(window().files().isVacant());
    window().files().open(m_studio->path(u"missing.netsmith"_s));
    awaitFiles(window());
    QVERIFY(window().bars().shows(u"openFailedBar"_s));
}

void TestFiles::aReadOnlyPlaceIsSaid()
{
    window().files().openSample(m_studio->sample("mnist_mlp"));
    awaitFiles(window());
    m_studio->edit();
    window().files().saveAs();
    m_studio->chooseFile("saveDialog", u"/proc/no.netsmith"_s);
    QVERIFY(window().bars().shows(u"saveFailedBar"_s));
    QVERIFY(window().document().isModified());
    QCOMPARE(window().document().path(), QString());
}

/// A foreign folder may contain a link to one of the user's own projects.
void TestFiles::aLinkIsNotSavedThrough()
{
    const QString own = m_studio->path(u"own.netsmith"_s);
    QVERIFY(saveProject(loadProject(m_studio->sample("mnist_mlp").toStdString()).take(), own.toStdString()).hasValue());
    const QByteArray before = read(own);
    QVERIFY(QDir().mkpath(m_studio->path(u"unpacked"_s)));
    const QString link = m_studio->path(u"unpacked/net.netsmith"_s);
    QVERIFY(QFile::link(u"../own.netsmith"_s, link));
    window().files().open(link);
    awaitFiles(window());
    m_studio->edit();
    window().actions()["saveAction"]->trigger();
    awaitFiles(window());
    const auto* bar = window().bars().findChild<QWidget*>(u"saveFailedBar"_s);
    QVERIFY(bar && bar->isVisible());
    QVERIFY2(bar->accessibleName().contains(u"link"_s) && bar->accessibleName().contains(own), qPrintable(bar->accessibleName()));
    QVERIFY(window().document().isModified());
    QVERIFY(m_studio->child<QPushButton>("saveElsewhere")->isVisible());
    QCOMPARE(read(own), before);
    QVERIFY(QFileInfo(link).isSymLink());
}

void TestFiles::whatAnotherProgramWroteIsNotReplacedUnseen()
{
    const QString path = m_studio->openOwn();
    const auto isMarked = [this] { return m_studio->child<QLabel>("brand")->text().contains(u'•'); };
    QVERIFY(!isMarked());
    m_studio->edit();
    QVERIFY(isMarked());
    const QByteArray theirs = changeElsewhere(path, 77);
    window().actions()["saveAction"]->trigger(); // before the change was noticed
    awaitFiles(window());
    QVERIFY(window().bars().shows(u"changedBar"_s));
    QCOMPARE(read(path), theirs);
    QVERIFY(window().document().isModified());
    m_studio->press("changedKeep");
    QVERIFY(!window().bars().shows(u"changedBar"_s));
    QVERIFY(read(path) != theirs && !window().document().isModified());
    QVERIFY(!isMarked());
    m_studio->edit();
    window().actions()["saveAction"]->trigger();
    awaitFiles(window());
    QVERIFY(!window().document().isModified());
}

void TestFiles::whatChangesBehindTheQuestionIsAskedAgain()
{
    const QString path = m_studio->openOwn();
    m_studio->edit();
    (void)changeElsewhere(path, 77);
    window().actions()["saveAction"]->trigger();
    awaitFiles(window());
    QVERIFY(window().bars().shows(u"changedBar"_s));
    const QByteArray theirs = changeElsewhere(path, 78); // the answer applies to the earlier question
    m_studio->press("changedKeep");
    QVERIFY(window().bars().shows(u"changedBar"_s));
    QCOMPARE(read(path), theirs);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // the answered bar
    m_studio->press("changedKeep");
    QVERIFY(!window().bars().shows(u"changedBar"_s));
    QVERIFY(read(path) != theirs && !window().document().isModified());
}

void TestFiles::aSaveThatWaitsIsNotForgotten()
{
    const QString path = m_studio->openOwn();
    m_studio->edit();
    (void)changeElsewhere(path, 77);
    window().actions()["closeAction"]->trigger();
    m_studio->press("unsavedSave");
    QPointer<QWidget> first = m_studio->child<QWidget>("changedBar");
    QVERIFY(first);
    const QByteArray theirs = changeElsewhere(path, 78);
    QTRY_VERIFY(!first); // the file watcher has asked again
    QVERIFY(window().bars().shows(u"changedBar"_s));
    m_studio->press("changedKeep");
    QVERIFY(read(path) != theirs);
    QVERIFY(window().files().isVacant()); // saved, and then closed as requested
    QVERIFY(window().document().path().isEmpty());
}

void TestFiles::ownSavesAreNoOtherProgramsChange()
{
    const QString path = m_studio->openOwn();
    m_studio->edit();
    window().actions()["saveAction"]->trigger();
    awaitFiles(window());
    QCOMPARE(window().document().fileHash(), hashOfFile(path)); // although it was never read back
    (void)changeElsewhere(path, 77);
    QTRY_VERIFY(window().bars().shows(u"changedBar"_s));
    m_studio->press("changedKeep");
    window().actions()["saveAction"]->trigger();
    awaitFiles(window());
    QCOMPARE(window().document().fileHash(), hashOfFile(path));
    QVERIFY(!window().bars().shows(u"changedBar"_s));
}

void TestFiles::reloadingIsAnEdit()
{
    const QString path = m_studio->openOwn();
    m_studio->edit();
    const std::int64_t mine = window().document().project().training.batch;
    const QByteArray theirs = changeElsewhere(path, 77);
    QTRY_VERIFY(window().bars().shows(u"changedBar"_s));
    m_studio->press("changedReload");
    QCOMPARE(window().document().project().training.batch, std::int64_t{77});
    QVERIFY(!window().document().isModified());
    window().actions()["saveAction"]->trigger();
    awaitFiles(window());
    QCOMPARE(read(path), theirs);
    window().document().undoStack().undo();
    QCOMPARE(window().document().project().training.batch, mine);
    window().actions()["saveAction"]->trigger();
    awaitFiles(window());
    QVERIFY(!window().bars().shows(u"changedBar"_s) && read(path) != theirs);
}

void TestFiles::aChangedFileIsSaidAndMineCanBeKept()
{
    const QString path = m_studio->openOwn();
    const QByteArray mine = read(path);
    (void)changeElsewhere(path, 77);
    QTRY_VERIFY(window().bars().shows(u"changedBar"_s));
    QVERIFY(write(u"again.netsmith"_s, mine) != path && QFile::remove(path));
    QVERIFY(QFile::rename(m_studio->path(u"again.netsmith"_s), path)); // unchanged again: nothing to ask
    QTRY_VERIFY(!window().bars().shows(u"changedBar"_s));
    (void)changeElsewhere(path, 78);
    QTRY_VERIFY(window().bars().shows(u"changedBar"_s));
    m_studio->press("changedKeep");
    QVERIFY(window().document().isModified()); // so that it can be saved
    window().actions()["saveAction"]->trigger();
    awaitFiles(window());
    QCOMPARE(read(path), mine);
    QVERIFY(!window().document().isModified());
}

/// A change by another program after a crash must not be lost either.
void TestFiles::recoveredWorkKnowsItsFile()
{
    const QString path = m_studio->openOwn();
    m_studio->edit();
    RecoverableWork work;
    work.path = path;
    work.fileHash = window().document().fileHash();
    Project project = window().document().project();
    work.file = m_studio->path(u"crashed.netsmith"_s);
    QVERIFY(saveProject(project, work.file.toStdString()));
    m_studio->restart();
    const QByteArray theirs = changeElsewhere(path, 77);
    window().files().recover(work);
    awaitFiles(window());
    window().actions()["saveAction"]->trigger();
    awaitFiles(window());
    QVERIFY(window().bars().shows(u"changedBar"_s));
    QCOMPARE(read(path), theirs);
}

void TestFiles::closingAsksForWhatIsUnsaved()
{
    window().files().openSample(m_studio->sample("mnist_mlp"));
    awaitFiles(window());
    m_studio->edit();
    QPointer<MainWindow> shown = &window();
    shown->close();
    QVERIFY(shown->isVisible());
    QVERIFY(shown->bars().shows(u"unsavedBar"_s));
    m_studio->press("unsavedCancel");
    QVERIFY(shown->isVisible());
    shown->close();
    QSignalSpy ended(&m_studio->studio(), &Studio::ended);
    m_studio->press("unsavedDiscard");
    QTRY_COMPARE(ended.size(), 1);
}

void TestFiles::anotherProjectGetsAnotherWindow()
{
    window().files().openSample(m_studio->sample("mnist_mlp"));
    awaitFiles(window());
    window().files().openSample(m_studio->sample("mnist_cnn"));
    awaitFiles(window());
    QCOMPARE(m_studio->studio().windows().size(), 2);
    QCOMPARE(window().document().graph().nodes.size(),
             loadProject(m_studio->sample("mnist_mlp").toStdString()).take().graph.nodes.size());
}

void TestFiles::anOpenProjectIsRaised()
{
    window().files().openSample(m_studio->sample("mnist_mlp"));
    awaitFiles(window());
    const QString path = m_studio->path(u"a.netsmith"_s);
    QVERIFY(saveDocument(window().document(), path));
    QCOMPARE(&m_studio->studio().open(path), &window());
    QCOMPARE(m_studio->studio().windows().size(), 1);
}

void TestFiles::runsThatStayAreSaidAlsoWhereItCloses()
{
    window().files().openSample(m_studio->sample("mnist_mlp"));
    awaitFiles(window());
    m_studio->edit();
    const QDir untitled = QFileInfo(QString::fromStdString(window().session().place().projectFile.string())).dir();
    QVERIFY(untitled.mkpath(u"runs/20260101-000000-a"_s));
    QVERIFY(QDir().mkpath(m_studio->path(u"place"_s)));
    QVERIFY(QFile::link(m_studio->path(u"elsewhere"_s), m_studio->path(u"place/runs"_s))); // we can't write runs there
    window().actions()["closeAction"]->trigger();
    m_studio->press("unsavedSave");
    m_studio->chooseFile("saveDialog", m_studio->path(u"place/mine.netsmith"_s));
    QTRY_VERIFY(window().files().isVacant());
    QTRY_VERIFY(window().bars().shows(u"runsMoveBar"_s));
    QVERIFY(QFileInfo::exists(untitled.filePath(u"runs/20260101-000000-a"_s)));
    window().files().openSample(m_studio->sample("mnist_mlp"));
    awaitFiles(window());
    QVERIFY(!window().bars().shows(u"runsMoveBar"_s)); // it was visible before
}

void TestFiles::recentFilesAreRemembered()
{
    window().files().openSample(m_studio->sample("mnist_mlp"));
    awaitFiles(window());
    const QString path = m_studio->path(u"recent.netsmith"_s);
    window().files().save();
    awaitFiles(window());
    m_studio->chooseFile("saveDialog", path);
    QTRY_COMPARE(m_studio->preferences().recent.value(0), path);
    QTRY_COMPARE(Preferences(m_studio->path(u"preferences.json"_s)).recent.value(0), path);
}

void TestFiles::whatWasSaidOfAProjectGoesWithIt()
{
    window().files().openSample(m_studio->sample("mnist_mlp"));
    awaitFiles(window());
    window().document().edit(u"Break"_s, [](Project& project) { project.graph.edges.clear(); });
    window().session().start();
    QVERIFY(window().bars().shows(u"refusedBar"_s));
    window().document().reset(loadProject(m_studio->sample("mnist_mlp").toStdString()).take(), {});
    QVERIFY(!window().bars().shows(u"refusedBar"_s)); // none of them is left
    window().bars().show(u"saveFailedBar"_s, NoteBox::Kind::bad, u"Not saved"_s);
    window().actions()["closeAction"]->trigger();
    QVERIFY(!window().bars().shows(u"saveFailedBar"_s));
}

void TestFiles::nothingIsTrainedFromTheStartPage()
{
    QVERIFY(!window().runActions().runAction()->isEnabled());
    QVERIFY(!window().runActions().stepAction()->isEnabled());
    window().files().openSample(m_studio->sample("mnist_mlp"));
    awaitFiles(window());
    QVERIFY(window().runActions().runAction()->isEnabled());
    window().actions()["closeAction"]->trigger();
    QVERIFY(!window().runActions().runAction()->isEnabled());
}

NETSMITH_WINDOW_TEST(TestFiles)

} // namespace test_files

#include "test_files.moc"
