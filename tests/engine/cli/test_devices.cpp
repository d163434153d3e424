#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QtTest>

namespace test_devices {

using namespace Qt::StringLiterals;
using namespace netsmith::test;

/// `devices` beyond its list: what is measured, written, compared, and where a project fits.
class TestDevices : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void memoryIsWhatProgramsCanGet();
    void aModuleThatIsBrokenIsSaid();
    void theirThreadsWaitBriefly_data();
    void theirThreadsWaitBriefly();
    void areMeasuredAndWritten();
    void reportsAreCompared();
    void reportsAreATable();
    void oneAloneIsNotCompared();
    void aProjectFits();
    void aProjectDoesNotFit();
    void badReportsAreRefused_data();
    void badReportsAreRefused();
    void whatGoesWithAProjectNeedsOne();
    void aReportThatCannotBeWrittenIsAnError();

private:
    /// A report of one GPU with every figure at `factor` times its peak.
    void writeReport(const QString& name, double factor, double memory = 8e9) const;

    QTemporaryDir m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

void TestDevices::writeReport(const QString& name, double factor, double memory) const
{
    const QJsonObject fp32{
        {u"available"_s, true}, {u"note"_s, u""_s}, {u"tensor_cores"_s, false}, {u"gemm_flops"_s, 1e12 * factor}};
    const QJsonObject device{{u"id"_s, u"cuda:0"_s},
                             {u"name"_s, u"GPU "_s + name},
                             {u"memory_total"_s, static_cast<qint64>(memory)},
                             {u"memory_free"_s, static_cast<qint64>(memory)},
                             {u"clock_hz"_s, 1e9 * factor},
                             {u"precisions"_s, QJsonObject{{u"fp32"_s, fp32}}},
                             {u"bandwidths"_s, QJsonObject{{u"host_to_device_pinned"_s, 1e10}}},
                             {u"properties"_s, QJsonObject{{u"driver"_s, u"13.0"_s}}}};
    const QJsonObject report{{u"format"_s, u"netsmith-devices"_s}, {u"schema"_s, 1}, {u"devices"_s, QJsonArray{device}}};
    writeBytes(m_folder.filePath(name), QJsonDocument(report).toJson());
}

void TestDevices::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_cli = std::make_unique<CliProcess>(m_folder.path());
    writeProject(m_folder.filePath(u"small.netsmith"_s), smallProject());
    writeReport(u"a.json"_s, 1.0);
    writeReport(u"b.json"_s, 2.5);
}

/// Memory that the kernel's caches would release counts as free.
void TestDevices::memoryIsWhatProgramsCanGet()
{
    writeBytes(m_folder.filePath(u"meminfo"_s), "MemTotal: 16000000 kB\nMemFree: 1000000 kB\nMemAvailable: 9000000 kB\n");
    QProcess shell;
    shell.setWorkingDirectory(m_folder.path());
    shell.start(u"unshare"_s,
                {u"-r"_s, u"-m"_s, u"sh"_s, u"-c"_s,
                 u"mount --bind meminfo /proc/meminfo || exit 77; exec '%1' devices --json"_s.arg(QStringLiteral(NETSMITH_CLI))});
    const bool ran = shell.waitForStarted() && shell.waitForFinished();
    const QByteArray out = shell.readAllStandardOutput(), err = shell.readAllStandardError();
    if (!ran || shell.exitCode() == 77 || err.startsWith("unshare"))
        QSKIP("this machine lets no user mount a file");
    QCOMPARE(shell.exitCode(), 0);
    int devices = 0;
    for (const QByteArray& line : out.split('\n')) {
        const QJsonObject device = QJsonDocument::fromJson(line).object();
        if (device[u"id"_s] != u"cpu"_s && device[u"id"_s] != u"reference"_s)
            continue;
        ++devices;
        QCOMPARE(device[u"memory_total"_s].toInteger(), qint64{16'000'000} * 1024);
        QCOMPARE(device[u"memory_free"_s].toInteger(), qint64{9'000'000} * 1024);
    }
    QVERIFY2(devices >= 1, out);
}

void TestDevices::theirThreadsWaitBriefly_data()
{
    QTest::addColumn<QString>("variable");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QByteArray>("spins");
    QTest::addRow("by themselves") << QString() << QString() << QByteArray("'3000'");
    QTest::addRow("asked to sleep") << u"OMP_WAIT_POLICY"_s << u"PASSIVE"_s << QByteArray("'0'");
    QTest::addRow("asked to spin") << u"GOMP_SPINCOUNT"_s << u"70000"_s << QByteArray("'70000'");
}

/// What is not installed is not mentioned.
void TestDevices::aModuleThatIsBrokenIsSaid()
{
    const QString modules = m_folder.filePath(u"modules"_s);
    QVERIFY(QDir().mkpath(modules));
    const QString reference = QFileInfo(QStringLiteral(NETSMITH_CLI)).dir().filePath(u"../lib/netsmith/netsmith_reference.so"_s);
    QVERIFY(QFile::copy(reference, modules + u"/netsmith_reference.so"_s));
    CliProcess cli(m_folder.path());
    cli.setVariable(u"NETSMITH_BACKEND_DIR"_s, modules);
    CliResult result = cli.run({u"devices"_s});
    QCOMPARE(result.code, 0);
    QVERIFY2(result.out.contains("reference") && result.err.isEmpty(), result.words());
    writeBytes(modules + u"/netsmith_cpu.so"_s, "no library");
    result = cli.run({u"devices"_s});
    QCOMPARE(result.code, 0);
    QVERIFY2(result.out.contains("reference"), result.words());
    QVERIFY2(result.err.contains("the backend \"cpu\" can't be loaded"), result.words());
}

/// Where another program wants a core too, OpenMP's spinning threads keep it from the thread that they wait for.
void TestDevices::theirThreadsWaitBriefly()
{
#ifndef NETSMITH_OPENMP
    QSKIP("this build computes without OpenMP");
#endif
    QFETCH(QString, variable);
    QFETCH(QString, value);
    QFETCH(QByteArray, spins);
    CliProcess cli(m_folder.path());
    cli.setVariable(u"OMP_DISPLAY_ENV"_s, u"VERBOSE"_s);
    if (!variable.isEmpty())
        cli.setVariable(variable, value);
    const CliResult result = cli.run({u"bench"_s, u"small.netsmith"_s, u"--steps"_s, u"1"_s, u"--repeats"_s, u"1"_s});
    QVERIFY2(result.ended && result.code == 0, result.words());
    QVERIFY2(result.err.contains("GOMP_SPINCOUNT = " + spins), result.words());
}

void TestDevices::areMeasuredAndWritten()
{
    const CliResult result = m_cli->run({u"devices"_s, u"--benchmark"_s, u"--output"_s, u"here.json"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    int measured = 0;
    QJsonArray listed;
    for (const QJsonObject& line : result.lines()) {
        if (line[u"event"_s] != u"device"_s)
            continue;
        const bool isReference = line[u"id"_s] == u"reference"_s;
        const QJsonObject fp32 = line[u"precisions"_s][u"fp32"_s].toObject();
        for (const char* key : {"gemm_flops", "conv_flops"})
            QVERIFY2((fp32[QLatin1StringView(key)].toDouble() > 0.0) != isReference, result.words());
        QVERIFY((line[u"measured_memory_bandwidth"_s].toDouble() > 0.0) != isReference);
        measured += isReference ? 0 : 1;
        QJsonObject device = line;
        device.remove(u"event"_s);
        listed.append(device);
    }
    QCOMPARE(result.event(u"written"_s)[u"file"_s].toString(), u"here.json"_s);
    const QJsonObject report = QJsonDocument::fromJson(readBytes(m_folder.filePath(u"here.json"_s))).object();
    QCOMPARE(report[u"devices"_s].toArray(), listed);
    if (measured == 0)
        QSKIP("no backend but the reference is built");
    const CliResult trained = m_cli->run({u"train"_s, u"small.netsmith"_s, u"--device"_s, u"cpu"_s, u"--epochs"_s, u"1"_s});
    QVERIFY2(trained.code == 0 && trained.out.contains("FLOP/s, ") && trained.out.contains(" % of what was measured"),
             trained.words());
    const CliResult table = m_cli->run({u"devices"_s, u"--compare"_s, u"here.json"_s, u"a.json"_s});
    QVERIFY2(table.code == 0 && table.out.contains("GEMM in fp32, measured"), table.words());
}

void TestDevices::reportsAreCompared()
{
    const CliResult result = m_cli->run({u"devices"_s, u"--compare"_s, u"a.json"_s, u"b.json"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    QVERIFY2(result.event(u"device"_s).isEmpty(), result.words()); // this machine was not measured
    const QJsonObject comparison = result.event(u"comparison"_s);
    QCOMPARE(comparison[u"devices"_s][1][u"report"_s].toString(), u"b.json"_s);
    QStringList keys;
    for (const QJsonValue& row : comparison[u"rows"_s].toArray()) {
        keys << row[u"key"_s].toString();
        if (keys.last() == u"fp32.gemm"_s || keys.last() == u"clock_hz"_s)
            QCOMPARE(row[u"ratios"_s].toArray(), (QJsonArray{1.0, 2.5}));
    }
    QVERIFY2(keys.contains(u"fp32.gemm"_s) && keys.contains(u"clock_hz"_s) && keys.contains(u"driver"_s), result.words());
    QVERIFY2(!keys.contains(u"fp32.conv"_s), result.words());
}

void TestDevices::reportsAreATable()
{
    const CliResult result = m_cli->run({u"devices"_s, u"--compare"_s, u"a.json"_s, u"b.json"_s});
    QVERIFY2(result.code == 0, result.words());
    for (const char* words : {"a.json: cuda:0", "GPU b.json", "2.5 TFLOP/s (2.5×)", "10 GB/s", "highest clock"})
        QVERIFY2(result.out.contains(words), result.words());
}

void TestDevices::oneAloneIsNotCompared()
{
    const CliResult result = m_cli->run({u"devices"_s, u"--compare"_s, u"a.json"_s});
    QCOMPARE(result.code, 2);
    QVERIFY2(result.err.contains("nothing to compare it with"), result.words());
}

void TestDevices::aProjectFits()
{
    const CliResult result = m_cli->run({u"devices"_s, u"--fits"_s, u"small.netsmith"_s, u"--compare"_s, u"a.json"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    QStringList devices;
    for (const QJsonObject& line : result.lines())
        if (line[u"event"_s] == u"fit"_s) {
            QVERIFY2(line[u"fits"_s].toBool(), result.words());
            QVERIFY(line[u"memory"_s][u"total"_s].toDouble() > 4.0 * 784 * 16);
            devices << line[u"report"_s].toString() + u' ' + line[u"device"_s].toString();
        }
    QVERIFY2(devices.contains(u" reference"_s) && devices.last() == u"a.json cuda:0"_s, result.words());
    const CliResult words = m_cli->run({u"devices"_s, u"--fits"_s, u"small.netsmith"_s, u"--compare"_s, u"a.json"_s});
    QVERIFY2(words.code == 0 && words.out.contains("a.json: cuda:0  GPU a.json: it fits: "), words.words());
    // A report may come from anywhere: the device's name stays on its line.
    writeBytes(m_folder.filePath(u"odd.json"_s), readBytes(m_folder.filePath(u"a.json"_s)).replace("GPU a.json", "GPU\\nFORGED"));
    const CliResult odd = m_cli->run({u"devices"_s, u"--fits"_s, u"small.netsmith"_s, u"--compare"_s, u"odd.json"_s});
    QVERIFY2(odd.code == 0 && odd.out.contains("odd.json: cuda:0  GPU\\nFORGED: it fits: "), odd.words());
}

void TestDevices::aProjectDoesNotFit()
{
    writeReport(u"cramped.json"_s, 1.0, 1e6);
    const CliResult result =
        m_cli->run({u"devices"_s, u"--fits"_s, u"small.netsmith"_s, u"--compare"_s, u"cramped.json"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words()); // the question was answered
    const QJsonObject fit = result.lines().last();
    QVERIFY2(fit[u"fits"_s].isBool() && !fit[u"fits"_s].toBool(), result.words());
    const CliResult precision = m_cli->run(
        {u"devices"_s, u"--fits"_s, u"small.netsmith"_s, u"--precision"_s, u"fp16"_s, u"--compare"_s, u"a.json"_s, u"--json"_s});
    QVERIFY2(precision.lines().last()[u"message"_s].toString().contains(u"can't train in fp16"_s), precision.words());
}

void TestDevices::badReportsAreRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("says");
    writeReport(u"whole.json"_s, 1.0);
    const QByteArray whole = readBytes(m_folder.filePath(u"whole.json"_s));
    QTest::newRow("a project") << QByteArray::fromStdString(netsmith::toJson(smallProject())) << u"not a device report"_s;
    QTest::newRow("cut off") << whole.left(whole.size() / 2) << u"bad.json"_s;
    QTest::newRow("empty") << QByteArray() << u"bad.json"_s;
    QTest::newRow("of a newer version") << QByteArray(whole).replace("\"schema\": 1", "\"schema\": 7") << u"a newer one wrote it"_s;
    QTest::newRow("bytes") << QByteArray(4096, '\xfe') << u"bad.json"_s;
    QTest::newRow("missing") << QByteArray("-") << u"bad.json"_s;
}

void TestDevices::badReportsAreRefused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, says);
    const QString path = m_folder.filePath(u"bad.json"_s);
    QFile::remove(path);
    if (bytes != "-")
        writeBytes(path, bytes);
    for (const QStringList& arguments :
         {QStringList{u"devices"_s, u"--compare"_s, u"a.json"_s, u"bad.json"_s},
          QStringList{u"devices"_s, u"--fits"_s, u"small.netsmith"_s, u"--compare"_s, u"bad.json"_s}}) {
        const CliResult result = m_cli->run(arguments);
        QVERIFY2(result.ended && result.code == 3, result.words());
        QVERIFY2(result.out.isEmpty() && result.err.count('\n') == 1, result.words());
        QVERIFY2(result.err.contains("bad.json") && result.err.contains(says.toUtf8()), result.words());
    }
}

void TestDevices::whatGoesWithAProjectNeedsOne()
{
    for (const QStringList& more : {QStringList{u"--batch"_s, u"7"_s}, QStringList{u"--precision"_s, u"fp32"_s}}) {
        const CliResult result = m_cli->run(QStringList{u"devices"_s} + more);
        QVERIFY2(result.code == 2 && result.err.contains("--fits"), result.words());
    }
    QCOMPARE(m_cli->run({u"devices"_s, u"--fits"_s, u"nowhere.netsmith"_s}).code, 3);
}

void TestDevices::aReportThatCannotBeWrittenIsAnError()
{
    const CliResult result = m_cli->run({u"devices"_s, u"--output"_s, u"no/such/folder.json"_s});
    QVERIFY2(result.ended && result.code != 0 && result.err.contains("folder.json"), result.words());
    QVERIFY2(result.out.isEmpty(), result.words()); // before anything is measured
}

NETSMITH_TEST(TestDevices)

} // namespace test_devices

#include "test_devices.moc"
