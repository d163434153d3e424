#include "engine/store/telemetry_table.h"
#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <csignal>

namespace test_run_telemetry {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

/// `runs telemetry` and `costs`: how a run used the machine, and what that cost.
class TestRunTelemetry : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void printsWhatARunUsed();
    void writesEveryRow();
    void costsAreSetOnce();
    void aCardHasTheCosts();
    void aKilledRunKeepsItsRecord();
    void mistakesAreSentences_data();
    void mistakesAreSentences();

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    std::vector<TelemetryRow> rowsOf(const QString& run) const { return readTelemetry(path(run).toStdString()); }

    QTemporaryDir m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

void TestRunTelemetry::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_cli = std::make_unique<CliProcess>(m_folder.path());
    writeSmallMnist(path(u"data"_s), 200, 50);
    m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, path(u"data"_s));
    m_cli->setVariable(u"XDG_CONFIG_HOME"_s, path(u"config"_s));
    writeProject(path(u"small.netsmith"_s), smallProject());
    const CliResult trained = m_cli->run({u"train"_s, u"small.netsmith"_s, u"--run-dir"_s, u"run"_s});
    QVERIFY2(trained.code == 0, trained.words());
}

void TestRunTelemetry::init()
{
    QDir(path(u"config"_s)).removeRecursively();
}

void TestRunTelemetry::printsWhatARunUsed()
{
    const CliResult result = m_cli->run({u"runs"_s, u"telemetry"_s, u"run"_s});
    QVERIFY2(result.code == 0, result.words());
    for (const char* words : {"Throughput", "Utilization", "Memory", "MiB", "Energy", "not set", "netsmith-cli costs"})
        QVERIFY2(result.out.contains(words), result.words());
    const QJsonObject line = m_cli->run({u"runs"_s, u"telemetry"_s, u"run"_s, u"--json"_s}).event(u"telemetry"_s);
    QVERIFY(line[u"quantities"_s].toObject()[u"memory_run"_s].toObject()[u"peak"_s].toDouble() > 1e6);
    QVERIFY(line[u"marks"_s].toObject()[u"epoch"_s].toInt() > 0);
    QVERIFY(line[u"energy"_s].toObject()[u"cost"_s].isNull());
}

void TestRunTelemetry::writesEveryRow()
{
    const CliResult result = m_cli->run({u"runs"_s, u"telemetry"_s, u"run"_s, u"--output"_s, u"all.csv"_s});
    QVERIFY2(result.code == 0, result.words());
    const QByteArray text = readBytes(path(u"all.csv"_s));
    QCOMPARE(telemetryRowsIn(text.toStdString()), rowsOf(u"run"_s));
    QVERIFY(text.count('\n') > 3);
}

void TestRunTelemetry::costsAreSetOnce()
{
    QVERIFY2(m_cli->run({u"costs"_s}).out.contains("not set"), "nothing has a default");
    QVERIFY(!QFile::exists(path(u"config/netsmith/costs.json"_s)));
    QCOMPARE(m_cli->run({u"costs"_s, u"--per-kwh"_s, u"0.25"_s, u"--currency"_s, u"EUR"_s}).code, 0);
    QCOMPARE(m_cli->run({u"costs"_s, u"--watts"_s, u"65"_s, u"--co2"_s, u"0"_s}).code, 0);
    QJsonObject costs = m_cli->run({u"costs"_s, u"--json"_s}).event(u"costs"_s);
    QCOMPARE(costs[u"price_per_kwh"_s].toDouble(), 0.25);
    QCOMPARE(costs[u"currency"_s].toString(), u"EUR"_s);
    QCOMPARE(costs[u"assumed_watts"_s].toDouble(), 65.0);
    QVERIFY(costs[u"co2_per_kwh"_s].isDouble() && costs[u"price_per_device_hour"_s].isNull());
    QCOMPARE(m_cli->run({u"costs"_s, u"--per-kwh"_s, u"none"_s}).code, 0);
    costs = m_cli->run({u"costs"_s, u"--json"_s}).event(u"costs"_s);
    QVERIFY(costs[u"price_per_kwh"_s].isNull() && costs[u"assumed_watts"_s].isDouble());
}

void TestRunTelemetry::aCardHasTheCosts()
{
    QCOMPARE(m_cli->run({u"costs"_s, u"--per-hour"_s, u"3600"_s, u"--watts"_s, u"1000"_s, u"--currency"_s, u"EUR"_s}).code, 0);
    const QJsonObject card = m_cli->run({u"runs"_s, u"card"_s, u"run"_s, u"--json"_s}).event(u"card"_s)[u"energy"_s].toObject();
    QVERIFY2(card[u"energy"_s].toString().contains(u"kWh"_s), qPrintable(card[u"energy"_s].toString()));
    QVERIFY(card[u"device_cost"_s].toString().endsWith(u" EUR"_s));
    QCOMPARE(card[u"co2"_s].toString(), u"not set"_s);
    writeBytes(path(u"config/netsmith/costs.json"_s), "{\"price_per_kwh\": []}");
    const CliResult broken = m_cli->run({u"runs"_s, u"card"_s, u"run"_s});
    QVERIFY2(broken.code == 3 && broken.err.contains("price_per_kwh"), broken.words());
}

void TestRunTelemetry::aKilledRunKeepsItsRecord()
{
    const QStringList train{u"train"_s, u"small.netsmith"_s, u"--run-dir"_s, u"killed"_s, u"--epochs"_s, u"1000"_s, u"--json"_s};
    const CliResult killed = m_cli->interrupt(train, SIGKILL, 60);
    QVERIFY(killed.code != 0);
    const auto before = rowsOf(u"killed"_s);
    QVERIFY(!before.empty());
    QCOMPARE(before.front().event, TelemetryEvent::start);
    const CliResult resumed = m_cli->run({u"train"_s, u"killed/project.netsmith"_s, u"--resume"_s, u"killed"_s, u"--epochs"_s,
                                          u"1001"_s, u"--steps"_s, QString::number(before.back().step + 200)});
    QVERIFY2(resumed.code == 0, resumed.words());
    const auto after = rowsOf(u"killed"_s);
    QCOMPARE(std::ranges::count(after, TelemetryEvent::start, &TelemetryRow::event), std::ptrdiff_t{2});
    QVERIFY(std::ranges::is_sorted(after, {}, &TelemetryRow::seconds));
}

void TestRunTelemetry::mistakesAreSentences_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    QTest::newRow("no run") << QStringList{u"runs"_s, u"telemetry"_s, u"nowhere"_s} << 3 << u"nowhere"_s;
    QTest::newRow("a folder") << QStringList{u"runs"_s, u"telemetry"_s, u"data"_s} << 3 << u"data"_s;
    QTest::newRow("an output in no folder") << QStringList{u"runs"_s, u"telemetry"_s, u"run"_s, u"--output"_s, u"none/here.csv"_s}
                                            << 3 << u"none"_s;
    QTest::newRow("no number") << QStringList{u"costs"_s, u"--watts"_s, u"many"_s} << 2 << u"many"_s;
    QTest::newRow("a negative price") << QStringList{u"costs"_s, u"--per-kwh"_s, u"-1"_s} << 2 << u"-1"_s;
    QTest::newRow("not a number") << QStringList{u"costs"_s, u"--co2"_s, u"nan"_s} << 2 << u"nan"_s;
    QTest::newRow("a long currency") << QStringList{u"costs"_s, u"--currency"_s, u"a rather long currency"_s} << 2 << u"16"_s;
    QTest::newRow("no table") << QStringList{u"runs"_s, u"telemetry"_s, u"bare"_s} << 3 << u"telemetry.csv"_s;
}

void TestRunTelemetry::mistakesAreSentences()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, words);
    QFETCH(const int, code);
    if (!QDir(path(u"bare"_s)).exists()) { // a run from before there were records
        QDir().mkpath(path(u"bare"_s));
        for (const char* file : {"run.json", "project.netsmith", "metrics.csv"})
            QFile::copy(path(u"run/"_s) + QString::fromLatin1(file), path(u"bare/"_s) + QString::fromLatin1(file));
    }
    const CliResult result = m_cli->run(arguments);
    QVERIFY2(result.ended && result.code == code, result.words());
    QVERIFY2(result.err.contains(words.toUtf8()), result.words());
}

NETSMITH_TEST(TestRunTelemetry)

} // namespace test_run_telemetry

#include "test_run_telemetry.moc"
