#include "engine/backend/loader.h"
#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/test_program.h"

#include <QJsonDocument>
#include <QTemporaryDir>
#include <QtTest>

namespace test_gpu_failures {

using namespace Qt::StringLiterals;
using namespace netsmith::test;

/// Training on a GPU that is missing or fails: a message and an exit code, and never another device instead.
class TestGpuFailures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void trains();
    void whatCannotBeUsedIsRefused_data();
    void whatCannotBeUsedIsRefused();
    void memoryThatRunsOutEndsIt();
    void aLostDeviceLeavesTheLastCheckpoint();

private:
    CliResult train(const QString& device, const QStringList& more = {}) const
    {
        return m_cli->run(QStringList{u"train"_s, u"small.netsmith"_s, u"--json"_s, u"--device"_s, device, u"--run-dir"_s, u"run"_s}
                          + more);
    }
    QString runState() const
    {
        return QJsonDocument::fromJson(readBytes(m_folder->filePath(u"run/run.json"_s))).object()[u"state"_s].toString();
    }
    void useModule(const QByteArray& bytes);

    QTemporaryDir m_data;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

void TestGpuFailures::initTestCase()
{
    writeSmallMnist(m_data.path(), 200, 50);
}

void TestGpuFailures::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    writeProject(m_folder->filePath(u"small.netsmith"_s), smallProject());
    m_cli = std::make_unique<CliProcess>(m_folder->path());
    m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, m_data.path());
    m_cli->setVariable(u"NETSMITH_BACKEND_DIR"_s, QStringLiteral(NETSMITH_HOST_MODULES));
}

void TestGpuFailures::useModule(const QByteArray& bytes)
{
    QDir(m_folder->path()).mkdir(u"modules"_s);
    writeBytes(m_folder->filePath(u"modules/netsmith_cuda.so"_s), bytes);
    m_cli->setVariable(u"NETSMITH_BACKEND_DIR"_s, m_folder->filePath(u"modules"_s));
}

void TestGpuFailures::trains()
{
    const CliResult result = train(u"cuda:0"_s);
    QVERIFY2(result.code == 0, result.words());
    QCOMPARE(result.event(u"start"_s)[u"device"_s].toString(), u"cuda:0"_s);
}

void TestGpuFailures::whatCannotBeUsedIsRefused_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("way");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    QTest::newRow("no module") << "cuda:0"
                               << "missing" << 3 << "the backend \"cuda\" is not installed";
    QTest::newRow("broken module") << "cuda:0"
                                   << "broken" << 1 << "the backend \"cuda\" can't be loaded";
    QTest::newRow("module of another build") << "cuda:0"
                                             << "other" << 1 << "belongs to another build of Netsmith; reinstall both";
    QTest::newRow("busy") << "cuda:0"
                          << "refuses 46" << 1 << "the GPU is busy";
    QTest::newRow("no kernels") << "cuda:0"
                                << "refuses 209" << 3 << "needs compute capability 7.5 or newer";
    QTest::newRow("out of memory from the start") << "cuda:0"
                                                  << "refuses 2" << 4 << "the GPU ran out of memory";
    QTest::newRow("unknown index") << "cuda:7" << QString() << 3 << "choose auto, cpu, cuda:0 or reference";
    QTest::newRow("no index") << "cuda:" << QString() << 3 << "choose auto, cpu, cuda:0 or reference";
    QTest::newRow("no number") << "cuda:first" << QString() << 3 << "choose auto, cpu, cuda:0 or reference";
}

void TestGpuFailures::whatCannotBeUsedIsRefused()
{
    QFETCH(QString, device);
    QFETCH(QString, way);
    QFETCH(int, code);
    QFETCH(QString, words);
    if (way == u"missing"_s) {
        m_cli->setVariable(u"NETSMITH_BACKEND_DIR"_s, m_folder->path());
    } else if (way == u"broken"_s) {
        useModule("no module");
    } else if (way == u"other"_s) {
        QByteArray bytes = readBytes(QStringLiteral(NETSMITH_HOST_MODULES "/netsmith_cuda.so"));
        const QByteArray own = netsmith::buildId();
        QVERIFY(bytes.contains(own));
        useModule(bytes.replace(own, QByteArray(own).fill('x')));
    } else {
        m_cli->setVariable(u"NETSMITH_HOST_DEVICE"_s, way);
    }
    const CliResult result = train(device);
    QVERIFY2(result.code == code, result.words());
    const QString message = result.event(u"error"_s)[u"message"_s].toString();
    QVERIFY2(message.contains(words) && message.contains(u"\"%1\""_s.arg(device)), result.words());
    QVERIFY(!QFileInfo::exists(m_folder->filePath(u"run"_s)));
}

void TestGpuFailures::memoryThatRunsOutEndsIt()
{
    m_cli->setVariable(u"NETSMITH_HOST_DEVICE"_s, u"memory 6"_s);
    const CliResult result = train(u"cuda:0"_s);
    QVERIFY2(result.code == 4, result.words());
    QVERIFY2(result.event(u"error"_s)[u"message"_s].toString().contains(u"cuda:0 ran out of memory"_s), result.words());
    QVERIFY(!QFileInfo::exists(m_folder->filePath(u"run"_s)));
}

void TestGpuFailures::aLostDeviceLeavesTheLastCheckpoint()
{
    m_cli->setVariable(u"NETSMITH_HOST_DEVICE"_s, u"lost 60"_s); // after the first checkpoint and before the end
    const CliResult result = train(u"cuda:0"_s);
    QVERIFY2(result.code == 6, result.words());
    const QJsonObject error = result.event(u"error"_s);
    QCOMPARE(error[u"code"_s].toInt(), 6);
    QVERIFY2(error[u"message"_s].toString().contains(u"start the program again and resume"_s), result.words());
    QCOMPARE(runState(), u"failed"_s);
    m_cli->setVariable(u"NETSMITH_HOST_DEVICE"_s, {});
    const CliResult resumed =
        m_cli->run({u"train"_s, u"small.netsmith"_s, u"--json"_s, u"--device"_s, u"cuda:0"_s, u"--resume"_s, u"run"_s});
    QVERIFY2(resumed.code == 0, resumed.words());
    QCOMPARE(runState(), u"done"_s);
}

NETSMITH_TEST(TestGpuFailures)

} // namespace test_gpu_failures

#include "test_gpu_failures.moc"
