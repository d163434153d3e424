#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/copied_tree.h"
#include "tests/engine/cli/fixture.h"
#include "tests/test_program.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>

namespace test_verify {

using namespace Qt::StringLiterals;
using namespace netsmith::test;

/// `verify`: a run trained again is bit-identical, or the first step and layer that differ are named.
class TestVerify : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void theSameRunIsIdentical();
    void someStepsAreEnough();
    void changedDataIsNoticed();
    void changedValidationIsNoticed();
    void anotherSeedIsNamedByItsFirstLayer();
    void changedWeightsAloneAreNoticed();
    void anotherRateIsNamed();
    void interruptedRunsAreVerified();
    void killedRunsAreVerified();
    void resumedRunsAreVerified();
    void longerRunsSayWhy();
    void otherConditionsAreTold();
    void runsWithoutAStepHaveNothingToCompare();
    void stopsOnASignal();
    void needsTheRunsData();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    QString newest(const QString& run) const
    {
        const QDir checkpoints(path(run + u"/checkpoints"_s));
        return checkpoints.filePath(checkpoints.entryList(QDir::Dirs | QDir::NoDotAndDotDot).last());
    }
    /// Runs the command and checks that it left the run and the folder for its own training unchanged.
    CliResult verify(const QString& run, const QStringList& more = {});
    /// Puts other weights, and their checksum, into a checkpoint.
    void damage(const QString& checkpoint);

    QTemporaryDir m_made;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

void TestVerify::initTestCase()
{
    writeSmallMnist(m_made.filePath(u"data"_s), 200, 50); // 13 steps an epoch, the last one smaller
    netsmith::Project project = smallProject();
    netsmith::Node dropout;
    dropout.id = "dropout";
    dropout.layer = "dropout";
    project.graph.nodes.push_back(dropout);
    project.graph.edges.back() = {{"hidden", "output"}, {"dropout", "input"}};
    project.graph.edges.push_back({{"dropout", "output"}, {"classes", "input"}});
    writeProject(m_made.filePath(u"small.netsmith"_s), project);
    CliProcess cli(m_made.path());
    cli.setVariable(u"NETSMITH_DATA_DIR"_s, m_made.filePath(u"data"_s));
    const CliResult result = cli.run({u"train"_s, u"small.netsmith"_s, u"--run-dir"_s, u"run"_s});
    QVERIFY2(result.code == 0, result.words());
}

void TestVerify::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    copyTree(m_made.path(), m_folder->path());
    QVERIFY(QDir(m_folder->path()).mkpath(u"work"_s));
    m_cli = std::make_unique<CliProcess>(m_folder->path());
    m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, path(u"data"_s));
}

CliResult TestVerify::verify(const QString& run, const QStringList& more)
{
    const auto before = contentOf(path(run));
    const CliResult result =
        m_cli->run(QStringList{u"verify"_s, run, u"--work-dir"_s, path(u"work"_s), u"--json"_s} + more, 120000);
    if (contentOf(path(run)) != before)
        qFatal("the run was changed");
    if (!QDir(path(u"work"_s)).isEmpty())
        qFatal("something was left behind");
    return result;
}

void TestVerify::damage(const QString& checkpoint)
{
    const QString file = checkpoint + u"/weights.safetensors"_s;
    const QByteArray before = readBytes(file);
    QByteArray after = before;
    after[after.size() - 4] = static_cast<char>(after[after.size() - 4] ^ 1);
    writeBytes(file, after);
    const auto sum = [](const QByteArray& bytes) { return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex(); };
    const QString manifest = checkpoint + u"/manifest.json"_s;
    QByteArray text = readBytes(manifest);
    QVERIFY(text.contains(sum(before)));
    writeBytes(manifest, text.replace(sum(before), sum(after)));
}

void TestVerify::theSameRunIsIdentical()
{
    const CliResult result = verify(u"run"_s);
    QVERIFY2(result.code == 0, result.words());
    const QJsonObject verdict = result.event(u"verification"_s);
    QVERIFY(verdict[u"identical"].toBool());
    QCOMPARE(verdict[u"steps"].toInt(), 26);
    QCOMPARE(verdict[u"run_steps"].toInt(), 26);
    QCOMPARE(verdict[u"checkpoints"].toInt(), 3); // the first weights and both epochs
    QVERIFY2(verdict[u"environment"].toObject().isEmpty(), result.words());
    const CliResult words = m_cli->run({u"verify"_s, u"run"_s});
    QVERIFY2(words.code == 0 && words.out.startsWith("bit-identical: 26 steps, 3 checkpoints"), words.words());
}

void TestVerify::someStepsAreEnough()
{
    const QJsonObject within = verify(u"run"_s, {u"--steps"_s, u"5"_s}).event(u"verification"_s);
    QVERIFY(within[u"identical"].toBool());
    QCOMPARE(within[u"steps"].toInt(), 5);
    QCOMPARE(within[u"checkpoints"].toInt(), 1);
    const QJsonObject epoch = verify(u"run"_s, {u"--steps"_s, u"13"_s}).event(u"verification"_s);
    QCOMPARE(epoch[u"steps"].toInt(), 13);
    QCOMPARE(epoch[u"checkpoints"].toInt(), 2);
    const QJsonObject more = verify(u"run"_s, {u"--steps"_s, u"1000"_s}).event(u"verification"_s);
    QCOMPARE(more[u"steps"].toInt(), 26);
}

void TestVerify::changedDataIsNoticed()
{
    const QString images = path(u"data/mnist/train-images-idx3-ubyte"_s);
    QByteArray bytes = readBytes(images);
    bytes[16 + 28 * 28 * 100 + 300] = static_cast<char>(bytes[16 + 28 * 28 * 100 + 300] ^ 0x40); // one byte of one picture
    writeBytes(images, bytes);
    const CliResult result = verify(u"run"_s);
    QCOMPARE(result.code, 1);
    const QJsonObject verdict = result.event(u"verification"_s);
    QVERIFY(!verdict[u"identical"].toBool());
    QVERIFY2(verdict[u"environment"].toObject().contains(u"data_hash"), result.words());
    const int step = verdict[u"row"].toObject()[u"step"].toInt();
    QVERIFY2(step >= 1 && step <= 14, result.words());
    QCOMPARE(verdict[u"row"].toObject()[u"column"].toString(), u"loss"_s);
    QCOMPARE(verdict[u"weights"].toObject()[u"first"].toString(), u"hidden.kernel"_s);
    // The cause comes before the verdict.
    const CliResult words = m_cli->run({u"verify"_s, u"run"_s});
    QVERIFY2(words.code == 1 && words.out.startsWith("changed: data_hash"), words.words());
    QVERIFY2(words.out.contains("step " + QByteArray::number(step)) && words.out.contains("hidden.kernel"), words.words());
    // Before that step nothing differs.
    if (step > 1)
        QCOMPARE(verify(u"run"_s, {u"--steps"_s, QString::number(step - 1)}).code, 0);
}

void TestVerify::changedValidationIsNoticed()
{
    const QString images = path(u"data/mnist/t10k-images-idx3-ubyte"_s);
    QByteArray bytes = readBytes(images);
    for (int i = 0; i < 28 * 28; ++i)
        bytes[16 + i] = static_cast<char>(bytes[16 + i] ^ 0x40);
    writeBytes(images, bytes);
    const CliResult result = verify(u"run"_s);
    QCOMPARE(result.code, 1);
    const QJsonObject verdict = result.event(u"verification"_s);
    QVERIFY2(verdict[u"row"].toObject()[u"of_epoch"].toBool() && !verdict.contains(u"weights"), result.words());
    QCOMPARE(verdict[u"row"].toObject()[u"column"].toString(), u"val_loss"_s);
    QVERIFY2(verdict[u"verdict"].toString().contains(u"weights are the same"_s), result.words());
}

void TestVerify::anotherSeedIsNamedByItsFirstLayer()
{
    const QString file = path(u"run/project.netsmith"_s);
    writeBytes(file, readBytes(file).replace("\"seed\": 1", "\"seed\": 2"));
    const CliResult result = verify(u"run"_s);
    QCOMPARE(result.code, 1);
    const QJsonObject weights = result.event(u"verification"_s)[u"weights"].toObject();
    QVERIFY2(weights[u"first"].toString() == u"hidden.kernel"_s && weights[u"step"].toInt() == 0, result.words());
}

void TestVerify::changedWeightsAloneAreNoticed()
{
    damage(newest(u"run"_s));
    const CliResult result = verify(u"run"_s);
    QCOMPARE(result.code, 1);
    const QJsonObject verdict = result.event(u"verification"_s);
    QVERIFY2(!verdict.contains(u"row") && verdict[u"weights"].toObject()[u"step"].toInt() == 26, result.words());
    QCOMPARE(verdict[u"weights"].toObject()[u"differ"].toInt(), 1);
    QVERIFY2(verdict[u"verdict"].toString().contains(u"numbers of 26 steps are the same"_s), result.words());
    QCOMPARE(verify(u"run"_s, {u"--steps"_s, u"13"_s}).code, 0);
}

void TestVerify::anotherRateIsNamed()
{
    const QString file = path(u"run/metrics.csv"_s);
    QByteArray table = readBytes(file);
    const qsizetype row = table.indexOf("step,2,20,") + 10;
    writeBytes(file, table.replace(row, table.indexOf(',', row) - row, "0.5"));
    const QJsonObject verdict = verify(u"run"_s).event(u"verification"_s);
    QCOMPARE(verdict[u"row"].toObject()[u"step"].toInt(), 20);
    QCOMPARE(verdict[u"row"].toObject()[u"column"].toString(), u"lr"_s);
    QCOMPARE(verdict[u"row"].toObject()[u"then"].toString(), u"0.5"_s);
}

void TestVerify::interruptedRunsAreVerified()
{
    const QStringList train{u"train"_s, u"small.netsmith"_s, u"--run-dir"_s, u"part"_s, u"--epochs"_s, u"3000"_s, u"--json"_s};
    const CliResult part = m_cli->interrupt(train, SIGTERM, 9);
    QVERIFY2(part.code == 143, part.words());
    const CliResult result = verify(u"part"_s);
    QVERIFY2(result.code == 0, result.words());
    QCOMPARE(result.event(u"verification"_s)[u"steps"].toInt(), part.event(u"stopped"_s)[u"step"].toInt());
    damage(newest(u"part"_s)); // the checkpoint of the stop, which may be within an epoch
    QCOMPARE(verify(u"part"_s).code, 1);
}

void TestVerify::killedRunsAreVerified()
{
    const QStringList train{u"train"_s, u"small.netsmith"_s, u"--run-dir"_s, u"part"_s, u"--epochs"_s, u"3000"_s, u"--json"_s};
    QVERIFY(!m_cli->interrupt(train, SIGKILL, 9).ended);
    QFile table(path(u"part/metrics.csv"_s));
    QVERIFY(table.open(QIODevice::Append));
    table.write("step,99,99999,0.0"); // cut in the middle of a row
    table.close();
    const CliResult result = verify(u"part"_s);
    QVERIFY2(result.code == 0, result.words());
}

void TestVerify::resumedRunsAreVerified()
{
    const QStringList train{u"train"_s, u"small.netsmith"_s, u"--run-dir"_s, u"part"_s,  u"--epochs"_s,
                            u"200"_s,   u"--batch"_s,        u"50"_s,        u"--set"_s, u"schedule=cosine"_s,
                            u"--json"_s};
    QCOMPARE(m_cli->interrupt(train, SIGINT, 9).code, 130);
    const CliResult resumed = m_cli->run({u"train"_s, u"part/project.netsmith"_s, u"--resume"_s, u"part"_s});
    QVERIFY2(resumed.code == 0, resumed.words());
    const CliResult result = verify(u"part"_s);
    QVERIFY2(result.code == 0 && result.event(u"verification"_s)[u"notes"].toArray().isEmpty(), result.words());
}

void TestVerify::longerRunsSayWhy()
{
    const QStringList cosine{u"--set"_s, u"schedule=cosine"_s};
    QCOMPARE(m_cli->run(QStringList{u"train"_s, u"small.netsmith"_s, u"--run-dir"_s, u"longer"_s} + cosine).code, 0);
    const CliResult resumed =
        m_cli->run({u"train"_s, u"longer/project.netsmith"_s, u"--resume"_s, u"longer"_s, u"--epochs"_s, u"4"_s});
    QVERIFY2(resumed.code == 0, resumed.words());
    const CliResult result = verify(u"longer"_s);
    const QJsonObject verdict = result.event(u"verification"_s);
    QCOMPARE(result.code, 1);
    QCOMPARE(verdict[u"row"].toObject()[u"column"].toString(), u"lr"_s);
    QVERIFY2(verdict[u"notes"].toArray().at(0).toString().contains(u"up to step 26"_s), result.words());
}

void TestVerify::otherConditionsAreTold()
{
    const QString file = path(u"run/run.json"_s);
    QByteArray record = readBytes(file);
    const qsizetype build = record.indexOf("\"build\": \"") + 10;
    writeBytes(file, record.replace(build, record.indexOf('"', build) - build, "0.0.1-before"));
    const CliResult result = verify(u"run"_s);
    QVERIFY2(result.code == 0, result.words()); // the run is still the same
    QCOMPARE(result.event(u"verification"_s)[u"environment"].toObject()[u"build"].toArray().at(0).toString(), u"0.0.1-before"_s);
}

void TestVerify::runsWithoutAStepHaveNothingToCompare()
{
    const CliResult diverged =
        m_cli->run({u"train"_s, u"small.netsmith"_s, u"--run-dir"_s, u"wild"_s, u"--set"_s, u"optimizer=sgd"_s, u"--set"_s,
                    u"optimizer.learning_rate=1e6"_s, u"--set"_s, u"data.divide=1e-307"_s});
    QVERIFY2(diverged.code == 5, diverged.words());
    const CliResult result = verify(u"wild"_s);
    QVERIFY2(result.code == 3 && result.err.contains("metrics.csv"), result.words());
}

void TestVerify::stopsOnASignal()
{
    const QStringList train{u"train"_s, u"small.netsmith"_s, u"--run-dir"_s, u"long"_s, u"--epochs"_s, u"400"_s};
    QCOMPARE(m_cli->run(train, 120000).code, 0);
    const auto before = contentOf(path(u"long"_s));
    QProcess process;
    process.setWorkingDirectory(m_folder->path());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"NETSMITH_DATA_DIR"_s, path(u"data"_s));
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(NETSMITH_CLI), {u"verify"_s, u"long"_s, u"--work-dir"_s, path(u"work"_s)});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(!QDir(path(u"work"_s)).isEmpty() || process.state() == QProcess::NotRunning, 60000);
    ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
    QVERIFY(process.waitForFinished(60000));
    QVERIFY(process.exitStatus() == QProcess::NormalExit);
    QVERIFY2(process.exitCode() == 143 || process.exitCode() == 0, process.readAllStandardError());
    QVERIFY(QDir(path(u"work"_s)).isEmpty());
    QVERIFY(contentOf(path(u"long"_s)) == before);
}

void TestVerify::needsTheRunsData()
{
    QVERIFY(QDir(path(u"data"_s)).removeRecursively());
    const CliResult result = verify(u"run"_s);
    QVERIFY2(result.code == 3 && result.err.contains("mnist"), result.words());
}

NETSMITH_TEST(TestVerify)

} // namespace test_verify

#include "test_verify.moc"
