#include "tests/engine/cli/run_folder.h"
#include "tests/test_program.h"

#include <QFile>

#include <csignal>

namespace test_rank_processes {

using namespace Qt::StringLiterals;
using namespace netsmith::test;

/// Several processes that train one run, as `mpirun` starts them.
class TestRankProcesses : public QObject, RunFolder {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void trainAsOneProcess();
    void goOnWithOtherNumbers();
    void aLostRankIsNamed_data();
    void aLostRankIsNamed();
    void aLostRankIsReplaced();
    void aSignalStopsAll();
    void ranksThatDifferAreNamed_data();
    void ranksThatDifferAreNamed();
    void refusals();

private:
    QStringList shared(const QString& run, const QStringList& more = {}) const;
    double lossOf(const QString& run) const;
    /// The processes of a rank in this test's folder.
    QList<pid_t> processesOf(int rank) const;
};

/// Where Open MPI itself can't start anything, there is nothing to test.
void TestRankProcesses::initTestCase()
{
    QProcess mpirun;
    mpirun.setProcessChannelMode(QProcess::MergedChannels);
    mpirun.start(u"mpirun"_s, {u"--allow-run-as-root"_s, u"--oversubscribe"_s, u"-n"_s, u"2"_s, u"true"_s});
    if (!mpirun.waitForFinished(60000) || mpirun.exitStatus() != QProcess::NormalExit || mpirun.exitCode() != 0)
        QSKIP(QByteArray("mpirun can't start processes here: " + mpirun.readAll()).constData());
}

/// Small containers and root are what Open MPI refuses without being told.
void TestRankProcesses::init()
{
    begin();
    for (const char* const variable :
         {"OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "OMPI_MCA_rmaps_base_oversubscribe"})
        m_cli->setVariable(QString::fromLatin1(variable), u"1"_s);
    m_cli->setVariable(u"OMPI_MCA_mpi_yield_when_idle"_s, u"1"_s);
}

QStringList TestRankProcesses::shared(const QString& run, const QStringList& more) const
{
    return train(run, QStringList{u"--ranks"_s, u"2"_s} + more);
}

double TestRankProcesses::lossOf(const QString& run) const
{
    const CliResult result = m_cli->run({u"evaluate"_s, run, u"--json"_s});
    return result.event(u"evaluation"_s)[u"loss"_s].toDouble(-1.0);
}

QList<pid_t> TestRankProcesses::processesOf(int rank) const
{
    QList<pid_t> found;
    const QByteArray variable = "OMPI_COMM_WORLD_RANK=" + QByteArray::number(rank);
    for (const QString& name : QDir(u"/proc"_s).entryList(QDir::Dirs)) {
        bool isProcess = false;
        const auto pid = static_cast<pid_t>(name.toInt(&isProcess));
        QFile environment(u"/proc/"_s + name + u"/environ"_s);
        if (isProcess && environment.open(QIODevice::ReadOnly) && environment.readAll().split('\0').contains(variable)
            && QFile::symLinkTarget(u"/proc/"_s + name + u"/cwd"_s) == QDir(path({})).canonicalPath())
            found.append(pid);
    }
    return found;
}

void TestRankProcesses::trainAsOneProcess()
{
    const CliResult alone = m_cli->run(train(u"alone"_s)), two = m_cli->run(shared(u"two"_s));
    QVERIFY2(alone.code == 0, alone.words());
    QVERIFY2(two.code == 0, two.words());
    QCOMPARE(two.event(u"ranks"_s)[u"ranks"_s].toInt(), 2);
    QCOMPARE(two.event(u"ranks"_s)[u"hosts"_s].toArray().size(), 2);
    const double share = two.event(u"epoch"_s)[u"exchange_share"_s].toDouble(-1.0);
    QVERIFY2(share > 0.0 && share < 1.0, two.words());
    QVERIFY(!alone.event(u"epoch"_s).contains(u"exchange_share"_s));
    QCOMPARE(two.event(u"done"_s)[u"step"_s], alone.event(u"done"_s)[u"step"_s]);
    QList<double> differences;
    for (const QString& value : {u"loss"_s, u"val_loss"_s})
        differences << std::abs(two.event(u"epoch"_s)[value].toDouble() - alone.event(u"epoch"_s)[value].toDouble());
    for (const double difference : differences)
        QVERIFY2(difference < 1e-4, two.words());
    QVERIFY(std::abs(lossOf(u"two"_s) - lossOf(u"alone"_s)) < 1e-4);
    const CliResult again = m_cli->run(shared(u"again"_s));
    QCOMPARE(readBytes(path(u"again/metrics.csv"_s)), readBytes(path(u"two/metrics.csv"_s)));
}

void TestRankProcesses::goOnWithOtherNumbers()
{
    QVERIFY(m_cli->run(train(u"alone"_s)).code == 0);
    const CliResult part = m_cli->run(shared(u"part"_s, {u"--steps"_s, u"7"_s}));
    QVERIFY2(part.code == 0, part.words());
    const CliResult one =
        m_cli->run({u"train"_s, u"part/project.netsmith"_s, u"--resume"_s, u"part"_s, u"--steps"_s, u"15"_s, u"--json"_s});
    QVERIFY2(one.code == 0, one.words());
    const CliResult three =
        m_cli->run({u"train"_s, u"part/project.netsmith"_s, u"--resume"_s, u"part"_s, u"--ranks"_s, u"3"_s, u"--json"_s});
    QVERIFY2(three.code == 0, three.words());
    QVERIFY(std::abs(lossOf(u"part"_s) - lossOf(u"alone"_s)) < 1e-4);
}

void TestRankProcesses::aLostRankIsNamed_data()
{
    QTest::addColumn<int>("rank");
    QTest::addColumn<int>("signal");
    QTest::newRow("killed") << 1 << SIGKILL;
    QTest::newRow("stopped") << 1 << SIGSTOP;
    QTest::newRow("first one stopped") << 0 << SIGSTOP;
}

/// Whoever is left says which rank is missing; what was saved is whole.
void TestRankProcesses::aLostRankIsNamed()
{
    QFETCH(int, rank);
    QFETCH(int, signal);
    const QStringList arguments = shared(u"run"_s, {u"--epochs"_s, u"100000"_s, u"--rank-timeout"_s, u"2"_s});
    QList<pid_t> stopped;
    const CliResult result = m_cli->during(arguments, 40, 0, [&] {
        stopped = processesOf(rank);
        for (const pid_t pid : std::as_const(stopped))
            ::kill(pid, signal);
    });
    QCOMPARE(stopped.size(), 1);
    for (const pid_t pid : std::as_const(stopped))
        ::kill(pid, SIGKILL); // mpirun may have ended without it
    QVERIFY2(result.ended && result.code != 0, result.words());
    QVERIFY2(result.err.contains("rank " + QByteArray::number(rank) + " on "), result.words());
    QVERIFY2(lossOf(u"run"_s) > 0.0, result.words());
}

void TestRankProcesses::aLostRankIsReplaced()
{
    const QStringList arguments = shared(u"run"_s, {u"--epochs"_s, u"60"_s, u"--rank-timeout"_s, u"2"_s, u"--restarts"_s, u"1"_s});
    const CliResult result = m_cli->during(arguments, 40, 0, [&] {
        for (const pid_t pid : processesOf(1))
            ::kill(pid, SIGKILL);
    });
    QVERIFY2(result.code == 0, result.words());
    QVERIFY2(result.err.contains("going on from the last checkpoint of"), result.words());
    QVERIFY(!result.event(u"done"_s).isEmpty());
    QVERIFY(m_cli->run(train(u"alone"_s, {u"--epochs"_s, u"60"_s})).code == 0);
    QVERIFY(std::abs(lossOf(u"run"_s) - lossOf(u"alone"_s)) < 1e-3);
}

void TestRankProcesses::aSignalStopsAll()
{
    const CliResult part = m_cli->interrupt(shared(u"part"_s, {u"--epochs"_s, u"100000"_s}), SIGTERM, 30);
    QVERIFY2(part.ended && part.code == 143, part.words());
    QVERIFY2(part.event(u"stopped"_s)[u"resume"].toString().endsWith(u" --resume "_s + path(u"part"_s) + u" --ranks 2"_s),
             part.words());
    QVERIFY(processesOf(0).isEmpty() && processesOf(1).isEmpty());
    const QStringList rest{
        u"train"_s, u"part/project.netsmith"_s, u"--resume"_s, u"part"_s, u"--ranks"_s, u"2"_s, u"--steps"_s, u"100"_s,
        u"--json"_s};
    QVERIFY(m_cli->run(rest).ended);
}

void TestRankProcesses::ranksThatDifferAreNamed_data()
{
    QTest::addColumn<QStringList>("second");
    QTest::addColumn<QString>("words");
    QTest::newRow("project") << QStringList{u"--set"_s, u"hidden.units=7"_s} << u"has another project than rank 0"_s;
    QTest::newRow("seed") << QStringList{u"--seed"_s, u"77"_s} << u"has another project than rank 0"_s;
    QTest::newRow("data") << QStringList{u"--data-dir"_s, u"other"_s} << u"has other data than rank 0"_s;
    QTest::newRow("no data") << QStringList{u"--data-dir"_s, u"nowhere"_s} << u"the data folder nowhere does not exist"_s;
    QTest::newRow("error") << QStringList{u"--set"_s, u"data.source=csv"_s, u"--set"_s, u"data.path=none.csv"_s} << u"none.csv"_s;
}

/// Started as a cluster's scheduler would, each with a command line of its own.
void TestRankProcesses::ranksThatDifferAreNamed()
{
    QFETCH(QStringList, second);
    QFETCH(QString, words);
    writeSmallMnist(path(u"other"_s), 180, 50);
    m_cli->setPrelude(u"set -- -n 1 \"$0\" \"${@:1:$#}\"; mpirun \"$@\"; exit $?"_s);
    const QStringList common{u"train"_s, u"small.netsmith"_s, u"--distributed"_s, u"--run-dir"_s, u"run"_s};
    QStringList arguments = common;
    arguments << u":"_s << u"-n"_s << u"1"_s << QStringLiteral(NETSMITH_CLI) << common << second;
    const CliResult result = m_cli->run(arguments);
    m_cli->setPrelude({});
    QVERIFY2(result.code != 0, result.words());
    QVERIFY2(result.err.contains("rank 1 on ") && result.err.contains(words.toUtf8()), result.words());
    QVERIFY(!QFileInfo::exists(path(u"run"_s)));
}

void TestRankProcesses::refusals()
{
    const CliResult many = m_cli->run(shared(u"run"_s, {u"--batch"_s, u"1"_s}));
    QVERIFY2(many.code == 2 && many.err.contains("a batch of 1 sample can't be shared by 2 ranks"), many.words());
    const CliResult folds = m_cli->run(shared(u"run"_s, {u"--folds"_s, u"3"_s}));
    QVERIFY2(folds.code == 2, folds.words());
    m_cli->setVariable(u"PATH"_s, u"/nowhere"_s);
    const CliResult none = m_cli->run(shared(u"run"_s));
    m_cli->setVariable(u"PATH"_s, QString::fromLocal8Bit(qgetenv("PATH")));
    QVERIFY2(none.code == 3 && none.err.contains("install openmpi-bin"), none.words());
    QVERIFY(!QFileInfo::exists(path(u"run"_s)));
}

NETSMITH_TEST(TestRankProcesses)

} // namespace test_rank_processes

#include "test_rank_processes.moc"
