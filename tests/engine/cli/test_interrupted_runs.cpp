#include "tests/engine/cli/run_folder.h"
#include "tests/test_program.h"

#include <QJsonDocument>

#include <csignal>

namespace test_interrupted_runs {

using namespace Qt::StringLiterals;
using namespace netsmith::test;

/// Runs that end early, by a signal or a lack of resources: how they end, and that resuming gives the same bits.
class TestInterruptedRuns : public QObject, RunFolder {
    Q_OBJECT

private Q_SLOTS:
    void init() { begin(); }
    void signalStopsAndResumes_data();
    void signalStopsAndResumes();
    void resumesFromAnyStep();
    void stepsEndARun();
    void printsACommandThatResumes();
    void secondSignalEndsAtOnce();
    void aSignalToldTwiceIsOne();
    void killingLeavesTheRunWhole();
    void endsWellWithoutAReader();
    void endsWellAtTheLimitOfAFile();
    void refusesASecondTrainer();
    void fullDiskEndsWell();

private:
    void goesOnFrom(const QString& state);
    /// The files that must be the same however often a run was interrupted.
    QList<QPair<QString, QByteArray>> lasting(const QString& run) const;
};

QList<QPair<QString, QByteArray>> TestInterruptedRuns::lasting(const QString& run) const
{
    QList<QPair<QString, QByteArray>> files{{u"metrics.csv"_s, readBytes(path(run + u"/metrics.csv"_s))}};
    const QDir checkpoints(path(run + u"/checkpoints"_s));
    const QStringList steps = checkpoints.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const char* file : {"weights.safetensors", "optimizer.safetensors"})
        files.append({steps.last() + u'/' + QLatin1StringView(file),
                      readBytes(checkpoints.filePath(steps.last() + u'/' + QLatin1StringView(file)))});
    return files;
}

void TestInterruptedRuns::signalStopsAndResumes_data()
{
    QTest::addColumn<int>("signal");
    QTest::addColumn<int>("code");
    QTest::newRow("SIGINT") << SIGINT << 130;
    QTest::newRow("SIGTERM") << SIGTERM << 143;
    QTest::newRow("SIGHUP") << SIGHUP << 129;
}

void TestInterruptedRuns::signalStopsAndResumes()
{
    QFETCH(int, signal);
    QFETCH(int, code);
    const QStringList longer{u"--epochs"_s, u"60"_s, u"--batch"_s, u"3"_s};
    const CliResult whole = m_cli->run(train(u"whole"_s, longer));
    QVERIFY2(whole.code == 0, whole.words());

    CliResult part = m_cli->interrupt(train(u"part"_s, longer), signal, 5);
    QVERIFY2(part.ended && part.code == code, part.words());
    QVERIFY2(!part.event(u"stopped"_s)[u"resume"].toString().isEmpty(), part.words());
    QVERIFY2(part.err.contains("to resume: netsmith-cli train"), part.words());
    QCOMPARE(m_cli->run({u"evaluate"_s, u"part"_s}).code, 0);
    // And once more before the end.
    const QStringList resume{u"train"_s, u"part/project.netsmith"_s, u"--resume"_s, u"part"_s, u"--json"_s};
    part = m_cli->interrupt(resume, signal, 9);
    QVERIFY2(part.code == code, part.words());
    part = m_cli->run(resume);
    QVERIFY2(part.code == 0, part.words());
    QCOMPARE(lasting(u"part"_s), lasting(u"whole"_s));
}

void TestInterruptedRuns::resumesFromAnyStep()
{
    QCOMPARE(m_cli->run(train(u"whole"_s, {u"--epochs"_s, u"5"_s})).code, 0);
    QCOMPARE(m_cli->run(train(u"part"_s, {u"--epochs"_s, u"3"_s})).code, 0);
    // Longer than planned: more epochs are not another training.
    const CliResult resumed =
        m_cli->run({u"train"_s, u"part/project.netsmith"_s, u"--resume"_s, u"part"_s, u"--epochs"_s, u"5"_s, u"--json"_s});
    QVERIFY2(resumed.code == 0, resumed.words());
    QCOMPARE(resumed.event(u"start"_s)[u"step"].toInt(), 3 * 13);
    QCOMPARE(lasting(u"part"_s), lasting(u"whole"_s));
}

void TestInterruptedRuns::stepsEndARun()
{
    const CliResult part = m_cli->run(train(u"part"_s, {u"--steps"_s, u"20"_s}));
    QVERIFY2(part.code == 0, part.words()); // it was asked for
    QCOMPARE(part.event(u"stopped"_s)[u"step"].toInt(), 20);
    QVERIFY2(!part.event(u"stopped"_s)[u"resume"].toString().contains(u"--steps"_s), part.words());
    const CliResult rest = m_cli->run({u"train"_s, u"part/project.netsmith"_s, u"--resume"_s, u"part"_s, u"--json"_s});
    QVERIFY2(rest.code == 0, rest.words());
    QCOMPARE(m_cli->run(train(u"whole"_s)).code, 0);
    QCOMPARE(lasting(u"part"_s), lasting(u"whole"_s));
    QCOMPARE(m_cli->run(train(u"folds"_s, {u"--steps"_s, u"20"_s, u"--folds"_s, u"2"_s})).code, 2);
}

void TestInterruptedRuns::printsACommandThatResumes()
{
    // Spaces, quotes and options that are not in the project.
    const CliResult part =
        m_cli->interrupt(train(u"it's a run"_s, {u"--epochs"_s, u"60"_s, u"--batch"_s, u"3"_s, u"--no-fusion"_s}), SIGINT, 5);
    QVERIFY2(part.code == 130, part.words());
    QString command = part.event(u"stopped"_s)[u"resume"].toString();
    QVERIFY(command.startsWith(u"netsmith-cli "));
    command.replace(0, 12, QStringLiteral(NETSMITH_CLI));
    QProcess shell;
    shell.setWorkingDirectory(m_folder->path());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"NETSMITH_DATA_DIR"_s, path(u"data"_s));
    shell.setProcessEnvironment(environment);
    shell.start(u"sh"_s, {u"-c"_s, command});
    QVERIFY(shell.waitForFinished());
    QVERIFY2(shell.exitCode() == 0, shell.readAllStandardError());
}

void TestInterruptedRuns::secondSignalEndsAtOnce()
{
#ifdef __SANITIZE_THREAD__
    QSKIP("this sanitizer's own exit flushes the output, and waits for whoever writes to it");
#endif
    // A run that has begun does not end without a message, which nobody reads here.
    const auto begun = [this] { return QFileInfo::exists(path(u"run/run.json"_s)); };
    const CliResult result = m_cli->interruptBlocked(train(u"run"_s, {}), begun, SIGINT, SIGTERM);
    QVERIFY2(result.ended && result.code == 128 + SIGTERM, result.words());
}

void TestInterruptedRuns::aSignalToldTwiceIsOne()
{
    const CliResult part = m_cli->interrupt(train(u"run"_s, {u"--epochs"_s, u"10000"_s, u"--batch"_s, u"3"_s}), SIGHUP, 5, SIGTERM);
    QVERIFY2(part.ended && part.code == 129, part.words());
    const QJsonObject run = QJsonDocument::fromJson(readBytes(path(u"run/run.json"_s))).object();
    QCOMPARE(run[u"state"].toString(), u"stopped"_s);
    const CliResult resumed =
        m_cli->run({u"train"_s, u"run/project.netsmith"_s, u"--resume"_s, u"run"_s, u"--epochs"_s, u"20"_s, u"--json"_s});
    QVERIFY2(resumed.code == 0, resumed.words());
    QCOMPARE(resumed.event(u"start"_s)[u"step"], part.event(u"stopped"_s)[u"step"]);
}

void TestInterruptedRuns::killingLeavesTheRunWhole()
{
    const QStringList longer{u"--epochs"_s, u"10000"_s, u"--batch"_s, u"3"_s};
    // It begins to write its last checkpoint.
    const CliResult result = m_cli->interrupt(train(u"run"_s, longer), SIGINT, 5, SIGKILL);
    QVERIFY2(!result.ended || result.code == 130, result.words());
    // Whatever it was writing, the run is whole.
    const CliResult resumed =
        m_cli->run({u"train"_s, u"run/project.netsmith"_s, u"--resume"_s, u"run"_s, u"--epochs"_s, u"20"_s, u"--json"_s});
    QVERIFY2(resumed.code == 0 || resumed.err.contains("has no checkpoint yet"), resumed.words());
}

void TestInterruptedRuns::endsWellWithoutAReader()
{
    QProcess shell;
    shell.setWorkingDirectory(m_folder->path());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"NETSMITH_DATA_DIR"_s, path(u"data"_s));
    shell.setProcessEnvironment(environment);
    shell.start(
        u"bash"_s,
        {u"-c"_s,
         u"'%1' train small.netsmith --run-dir run --epochs 10000 --batch 3 --json | head -3 > /dev/null; exit ${PIPESTATUS[0]}"_s
             .arg(QStringLiteral(NETSMITH_CLI))});
    QVERIFY(shell.waitForFinished(60000));
    QVERIFY2(shell.exitStatus() == QProcess::NormalExit && shell.exitCode() == 1, shell.readAllStandardError());
    goesOnFrom(u"stopped"_s);
}

void TestInterruptedRuns::endsWellAtTheLimitOfAFile()
{
    m_cli->setPrelude(u"ulimit -f 300"_s); // KiB: enough for checkpoints but not for the table of steps
    const CliResult result = m_cli->run(train(u"run"_s, {u"--epochs"_s, u"10000"_s, u"--batch"_s, u"3"_s}));
    m_cli->setPrelude({});
    QVERIFY2(result.ended && result.code == 4 && result.err.contains("File too large"), result.words().right(2000));
    goesOnFrom(u"failed"_s);
}

void TestInterruptedRuns::goesOnFrom(const QString& state)
{
    const QJsonObject run = QJsonDocument::fromJson(readBytes(path(u"run/run.json"_s))).object();
    QCOMPARE(run[u"state"].toString(), state);
    const QStringList checkpoints = QDir(path(u"run/checkpoints"_s)).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    QVERIFY(!checkpoints.isEmpty());
    const CliResult resumed =
        m_cli->interrupt({u"train"_s, u"run/project.netsmith"_s, u"--resume"_s, u"run"_s, u"--json"_s}, SIGINT, 1);
    QVERIFY2(resumed.code == 130, resumed.words());
    QCOMPARE(resumed.event(u"start"_s)[u"step"].toInt(), checkpoints.last().toInt());
}

void TestInterruptedRuns::refusesASecondTrainer()
{
    CliResult second;
    const CliResult first = m_cli->during(train(u"run"_s, {u"--epochs"_s, u"10000"_s, u"--batch"_s, u"3"_s}), 5, SIGINT, [&] {
        second = m_cli->run({u"train"_s, u"small.netsmith"_s, u"--batch"_s, u"3"_s, u"--resume"_s, u"run"_s});
    });
    QCOMPARE(first.code, 130);
    QVERIFY2(second.ended && second.code == 3 && second.err.contains("run") && second.err.contains("error: "), second.words());
    QCOMPARE(second.out, QByteArray());
}

void TestInterruptedRuns::fullDiskEndsWell()
{
    // A small file system of our own, where the kernel lets us mount one.
    QVERIFY(QDir(m_folder->path()).mkpath(u"disk"_s));
    QProcess shell;
    shell.setWorkingDirectory(m_folder->path());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"NETSMITH_DATA_DIR"_s, path(u"data"_s));
    shell.setProcessEnvironment(environment);
    const QString script =
        u"mount -t tmpfs -o size=150k tmpfs disk || exit 77; '%1' train small.netsmith --run-dir disk/run; code=$?; "
        u"find disk -name '*.new' >&2; exit $code"_s.arg(QStringLiteral(NETSMITH_CLI));
    shell.start(u"unshare"_s, {u"-r"_s, u"-m"_s, u"sh"_s, u"-c"_s, script});
    const bool ran = shell.waitForStarted() && shell.waitForFinished();
    const QByteArray err = shell.readAllStandardError();
    if (!ran || shell.exitCode() == 77 || err.startsWith("unshare"))
        QSKIP("this machine lets no user mount a file system");
    QVERIFY2(shell.exitCode() == 4, err);
    // The error is the last line: nothing half-written was found after it.
    QVERIFY2(err.trimmed().split('\n').last().startsWith("error: "), err);
}

NETSMITH_TEST(TestInterruptedRuns)

} // namespace test_interrupted_runs

#include "test_interrupted_runs.moc"
