#include "tests/gui/app/studio_fixture.h"
#include "tests/test_program.h"

#include <QSignalSpy>
#include <QtTest>

namespace test_recovery {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// Work that wasn't saved: its copies, and their recovery at the next start.
class TestRecovery : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_studio = std::make_unique<StudioFixture>(); }
    void cleanup() { m_studio.reset(); }
    void unsavedWorkSurvivesAKill();
    void recoveryIsOfferedOnceAndCanBeDeclined();
    void recoversWhatAnEarlierVersionLeft();
    void recoveryTakesTheFileOfNoOtherWork();
    void eachProjectIsToldThatNoCopyIsKept();
    void theOnlyCopyStaysWhereNoneCanBeWritten();

private:
    MainWindow& window() { return m_studio->window(); }
    QString write(const QString& name, const QByteArray& content)
    {
        QFile file(m_studio->path(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(content);
        return file.fileName();
    }

    std::unique_ptr<StudioFixture> m_studio;
};

void TestRecovery::unsavedWorkSurvivesAKill()
{
    // A killed process leaves its copy, and a lock that nobody holds.
    Document lost;
    lost.reset(loadProject(m_studio->sample("mnist_cnn").toStdString()).take(), {});
    auto* autosave = new Autosave(lost, m_studio->path(u"autosave"_s), nullptr);
    lost.edit(u"Batch"_s, [](Project& project) { project.training.batch = 77; });
    autosave->writeNow();
    const auto copies = [this] { return QDir(m_studio->path(u"autosave"_s)).entryList({u"*.autosave.netsmith"_s}); };
    QTRY_COMPARE(copies().size(), 1);
    const QStringList files = copies();
    const QString copy = m_studio->path(u"autosave/"_s) + files.front();
    QFile kept(copy);
    QVERIFY(kept.open(QIODevice::ReadOnly));
    const QByteArray bytes = kept.readAll();
    window().files().offerRecovery();
    awaitFiles(window());
    QVERIFY(!window().bars().shows(u"recoveryBar"_s)); // its studio lives
    delete autosave;
    QVERIFY(!QFile::exists(copy)); // a normal end leaves nothing
    write(u"autosave/"_s + files.front(), bytes);

    window().files().offerRecovery();
    awaitFiles(window());
    QVERIFY(window().bars().shows(u"recoveryBar"_s));
    m_studio->press("recoverWork");
    QCOMPARE(window().document().project().training.batch, 77);
    QVERIFY(window().document().isModified());
    QTRY_VERIFY(!QFile::exists(copy));
}

void TestRecovery::recoveryIsOfferedOnceAndCanBeDeclined()
{
    QVERIFY(QDir().mkpath(m_studio->path(u"autosave"_s)));
    QFile sampleFile(m_studio->sample("mnist_mlp"));
    QVERIFY(sampleFile.open(QIODevice::ReadOnly));
    const QString copy = write(u"autosave/x.autosave.netsmith"_s, sampleFile.readAll());
    write(u"autosave/half.autosave.netsmith"_s, "{\"netsmi"); // never offered
    window().files().offerRecovery();
    awaitFiles(window());
    QVERIFY(window().bars().shows(u"recoveryBar"_s));
    m_studio->press("dropWork");
    QVERIFY(!window().bars().shows(u"recoveryBar"_s));
    QVERIFY(!QFile::exists(copy));
}

void TestRecovery::recoversWhatAnEarlierVersionLeft()
{
    QVERIFY(QDir().mkpath(m_studio->path(u"autosave"_s)));
    Project project = loadProject(m_studio->sample("mnist_mlp").toStdString()).take();
    const QString file = m_studio->path(u"mine.netsmith"_s);
    QVERIFY(saveProject(project, file.toStdString()));
    project.training.batch = 77;
    project.extra["autosave_of"] = file.toStdString();
    project.extra["autosave_file_hash"] = hashOfFile(file);
    project.extra["autosave_runs"] = "";
    QVERIFY(saveProject(project, m_studio->path(u"autosave/old.autosave.netsmith"_s).toStdString()));
    window().files().offerRecovery();
    awaitFiles(window());
    m_studio->press("recoverWork");
    QCOMPARE(window().document().path(), file);
    QCOMPARE(window().document().project().training.batch, 77);
    QVERIFY(window().document().project().extra.empty());
    window().actions()["saveAction"]->trigger();
    awaitFiles(window());
    QVERIFY(!window().document().isModified());
}

void TestRecovery::recoveryTakesTheFileOfNoOtherWork()
{
    QVERIFY(QDir().mkpath(m_studio->path(u"autosave"_s)));
    for (const QString& name : {u"a"_s, u"b"_s})
        QVERIFY(QFile::copy(m_studio->sample("mnist_mlp"), m_studio->path(u"autosave/%1.autosave.netsmith"_s.arg(name))));
    window().files().offerRecovery();
    awaitFiles(window());
    QVERIFY(window().bars().shows(u"recoveryBar"_s));
    window().files().openSample(m_studio->sample("mnist_cnn"));
    awaitFiles(window());
    m_studio->edit();
    const std::string bytes = toJson(window().document().project());
    m_studio->press("recoverWork");
    QCOMPARE(toJson(window().document().project()), bytes);
    QCOMPARE(m_studio->studio().windows().size(), 2);
    MainWindow& other = *m_studio->studio().windows().back();
    QVERIFY(other.document().isModified());
    QTRY_VERIFY(other.bars().shows(u"recoveryBar"_s)); // and the next
    QTest::mouseClick(other.findChild<QPushButton*>(u"dropWork"_s), Qt::LeftButton);
    QTRY_VERIFY(!other.bars().shows(u"recoveryBar"_s));
}

void TestRecovery::eachProjectIsToldThatNoCopyIsKept()
{
    const QString folder = m_studio->path(u"no-folder"_s);
    Document document;
    Autosave autosave(document, folder, nullptr);
    QVERIFY(QDir(folder).removeRecursively());
    QFile inTheWay(folder);
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    QSignalSpy failed(&autosave, &Autosave::failed);
    const auto editIt = [&](std::int64_t batch) {
        document.edit(u"Batch"_s, [batch](Project& project) { project.training.batch = batch; });
        autosave.writeNow();
    };
    document.reset(loadProject(m_studio->sample("mnist_mlp").toStdString()).take(), {});
    editIt(70);
    editIt(71);
    QTRY_COMPARE(failed.count(), 1); // once is enough
    document.reset(loadProject(m_studio->sample("mnist_mlp").toStdString()).take(), {});
    editIt(72);
    QTRY_COMPARE(failed.count(), 2); // of another project
}

void TestRecovery::theOnlyCopyStaysWhereNoneCanBeWritten()
{
    const QString folder = m_studio->path(u"autosave"_s);
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(QFile::copy(m_studio->sample("mnist_mlp"), folder + u"/a.autosave.netsmith"_s));
    QVERIFY(QFile::copy(m_studio->sample("mnist_cnn"), folder + u"/b.autosave.netsmith"_s));
    window().files().offerRecovery();
    awaitFiles(window());
    const QString lock = QDir(folder).entryList({u"*.autosave.netsmith.lock"_s}).value(0); // names the copy of this window
    QVERIFY(!lock.isEmpty() && QDir(folder).mkdir(lock.chopped(5))); // and something is in its way
    m_studio->press("recoverWork");
    QVERIFY(window().document().isModified());
    QTRY_VERIFY(window().bars().shows(u"autosaveBar"_s));
    QTRY_VERIFY(window().bars().shows(u"recoveryBar"_s)); // the next
    QVERIFY(QFile::exists(folder + u"/a.autosave.netsmith"_s) && QFile::exists(folder + u"/b.autosave.netsmith"_s));
}

NETSMITH_WINDOW_TEST(TestRecovery)

} // namespace test_recovery

#include "test_recovery.moc"
