#include "gui/app/single_instance.h"
#include "tests/test_program.h"

#include <QDir>
#include <QtTest>

namespace test_single_instance {

using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// A second start passes its files to the first; a studio that was killed is no obstacle.
class TestSingleInstance : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void theSecondHandsItsFilesOver();
    void theNextOneAfterTheEndIsTheFirst();
    void socketsOfTheKilledAreReplaced();
    void liesInAPersonsOwnFolder();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestSingleInstance::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QFile::setPermissions(m_folder->path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    qputenv("XDG_RUNTIME_DIR", m_folder->path().toUtf8());
}

void TestSingleInstance::theSecondHandsItsFilesOver()
{
    SingleInstance first;
    QVERIFY(first.claim({}));
    QSignalSpy arrived(&first, &SingleInstance::filesArrived);
    // In reality the second is another process; here it runs on another thread, because it waits for the first.
    bool alone = true;
    std::unique_ptr<QThread> thread(QThread::create([&alone] {
        SingleInstance second;
        alone = second.claim({u"some/网络.netsmith"_s});
    }));
    thread->start();
    QTRY_COMPARE(arrived.size(), 1);
    QTRY_VERIFY(thread->isFinished());
    QVERIFY(!alone);
    QCOMPARE(arrived.front().front().toStringList(), QStringList{QDir::current().filePath(u"some/网络.netsmith"_s)});
}

void TestSingleInstance::theNextOneAfterTheEndIsTheFirst()
{
    {
        SingleInstance first;
        QVERIFY(first.claim({}));
    }
    SingleInstance next;
    QVERIFY(next.claim({}));
}

void TestSingleInstance::socketsOfTheKilledAreReplaced()
{
    QFile socket(m_folder->filePath(u"netsmith.socket"_s));
    QVERIFY(socket.open(QIODevice::WriteOnly));
    socket.close();
    SingleInstance first;
    QVERIFY(first.claim({}));
    QSignalSpy arrived(&first, &SingleInstance::filesArrived);
    std::unique_ptr<QThread> thread(QThread::create([] {
        SingleInstance second;
        second.claim({});
    }));
    thread->start();
    QTRY_COMPARE(arrived.size(), 1);
    QTRY_VERIFY(thread->isFinished());
}

/// Also where the session has no folder for sockets.
void TestSingleInstance::liesInAPersonsOwnFolder()
{
    const auto before = qScopeGuard([data = qgetenv("XDG_DATA_HOME"), none = !qEnvironmentVariableIsSet("XDG_DATA_HOME")] {
        none ? qunsetenv("XDG_DATA_HOME") : qputenv("XDG_DATA_HOME", data);
    });
    qunsetenv("XDG_RUNTIME_DIR");
    qputenv("XDG_DATA_HOME", m_folder->path().toUtf8());
    SingleInstance first;
    QVERIFY(first.claim({}));
    for (const QString& name : {u"netsmith.lock"_s, u"netsmith.socket"_s})
        QVERIFY(QFileInfo::exists(m_folder->filePath(u"netsmith/"_s + name)));
}

NETSMITH_TEST(TestSingleInstance)

} // namespace test_single_instance

#include "test_single_instance.moc"
