#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

namespace test_comparisons {

using namespace Qt::StringLiterals;
using namespace netsmith::test;

/// The commands that train a project more than once: `twin` and `compare`.
class TestComparisons : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theLossScaleIsTold();
    void aTwinIsTold();
    void aTwinIsATable();
    void trainingsAreCompared();
    void seedsTellWhatIsChance();
    void oneThatFailsDoesNotStopTheOthers();
    void oneAloneIsRefused();

private:
    QTemporaryDir m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

void TestComparisons::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_cli = std::make_unique<CliProcess>(m_folder.path());
    writeSmallMnist(m_folder.filePath(u"data"_s), 200, 50);
    m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, m_folder.filePath(u"data"_s));
    writeProject(m_folder.filePath(u"small.netsmith"_s), smallProject());
}

/// For a run that needs one, with the number of steps it cost.
void TestComparisons::theLossScaleIsTold()
{
    const auto train = [this](const QString& precision) {
        return m_cli->run({u"train"_s, u"small.netsmith"_s, u"--json"_s, u"--set"_s, u"training.precision=%1"_s.arg(precision),
                           u"--set"_s, u"training.epochs=1"_s, u"--run-dir"_s, m_folder.filePath(precision)});
    };
    const CliResult scaled = train(u"fp16-emulated"_s);
    QVERIFY2(scaled.code == 0, scaled.words());
    const QJsonObject step = scaled.event(u"step"_s);
    QVERIFY2(step[u"loss_scale"_s].toDouble() >= 1.0 && step[u"skipped_steps"_s].isDouble(), scaled.words());
    const CliResult plain = train(u"fp32"_s);
    QVERIFY2(plain.code == 0 && !plain.event(u"step"_s).isEmpty() && !plain.event(u"step"_s).contains(u"loss_scale"_s),
             plain.words());
}

void TestComparisons::aTwinIsTold()
{
    const CliResult result = m_cli->run({u"twin"_s, u"small.netsmith"_s, u"--precision"_s, u"fp16-emulated"_s, u"--steps"_s, u"4"_s,
                                         u"--every"_s, u"2"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    QCOMPARE(result.event(u"twin"_s)[u"precision"_s].toString(), u"fp16-emulated"_s);
    QVERIFY(result.event(u"twin"_s)[u"emulated"_s].toBool());
    QList<int> moments;
    int steps = 0;
    for (const QJsonObject& line : result.lines()) {
        steps += line[u"event"_s] == u"step"_s ? 1 : 0;
        if (line[u"event"_s] != u"moment"_s)
            continue;
        moments << line[u"step"_s].toInt();
        QCOMPARE(line[u"layers"_s].toArray().size(), 4);
        const QJsonObject hidden = line[u"layers"_s].toArray()[2].toObject();
        QCOMPARE(hidden[u"node"_s].toString(), u"hidden"_s);
        QVERIFY(hidden[u"activation"_s][u"difference"_s].toDouble() > 0.0);
        QCOMPARE(hidden[u"gradient"_s][u"numbers"_s].toInt(), 785 * 16);
        QVERIFY(hidden[u"gradient"_s][u"cosine"_s].toDouble() > 0.9);
        QVERIFY(hidden[u"arriving"_s][u"subnormal"_s].isDouble());
        QVERIFY(!hidden[u"arriving_exponents"_s][u"counts"_s].toArray().isEmpty());
        QCOMPARE(line[u"range"_s][u"smallest"_s].toInt(), -24);
    }
    QCOMPARE(steps, 4);
    QCOMPARE(moments, (QList<int>{0, 2, 4}));
    QVERIFY(!result.event(u"advice"_s)[u"node"_s].toString().isEmpty());
    QVERIFY(!m_folder.path().isEmpty() && !QDir(m_folder.filePath(u"runs"_s)).exists()); // nothing was written
}

void TestComparisons::aTwinIsATable()
{
    const CliResult result = m_cli->run({u"twin"_s, u"small.netsmith"_s, u"--steps"_s, u"2"_s});
    QVERIFY2(result.code == 0, result.words());
    QVERIFY2(result.out.contains("hidden"), result.words());
    QVERIFY2(result.out.contains("cosine") && result.out.contains("subnormal"), result.words());
    QVERIFY2(result.out.contains("fp16-emulated is emulated"), result.words());
    QVERIFY2(result.out.contains("the largest relative differences of any layer, step by step"), result.words());
    const CliResult rounded = m_cli->run({u"twin"_s, u"small.netsmith"_s, u"--precision"_s, u"int8"_s, u"--steps"_s, u"2"_s});
    QVERIFY2(rounded.code == 0, rounded.words());
    QVERIFY2(rounded.out.contains("in int8") && rounded.out.contains("rounding to 8 bits changes its gradients"), rounded.words());
}

void TestComparisons::trainingsAreCompared()
{
    const CliResult result = m_cli->run(
        {u"compare"_s, u"small.netsmith"_s, u"--precision"_s, u"fp32,bf16-emulated"_s, u"--epochs"_s, u"1"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    QStringList names;
    for (const QJsonObject& line : result.lines())
        if (line[u"event"_s] == u"variant"_s) {
            names << line[u"name"_s].toString();
            QVERIFY(line[u"memory"_s][u"total"_s].toDouble() > 0.0);
            QCOMPARE(line[u"metric"_s][u"name"_s].toString(), u"val_accuracy"_s);
            QVERIFY(line[u"samples_per_s"_s].toDouble() > 0.0);
        }
    QCOMPARE(names, (QStringList{u"FP32"_s, u"emulated BF16"_s}));
    const QJsonArray words = result.event(u"comparison"_s)[u"words"_s].toArray();
    QVERIFY2(words[0].toString().contains(u"compare with several seeds"_s), result.words());
    QVERIFY2(words[1].toString().contains(u"emulated BF16 "_s), result.words());
    const CliResult listed = m_cli->run({u"runs"_s, u"small.netsmith"_s}); // named by what distinguishes them, and where they are
    for (const char* told : {"#1 · fp32 ", "#2 · bf16-emulated ", " runs/20"})
        QVERIFY2(listed.out.contains(told), listed.words());
}

void TestComparisons::seedsTellWhatIsChance()
{
    const CliResult result = m_cli->run({u"compare"_s, u"small.netsmith"_s, u"--learning-rate"_s, u"0.00001, 0.01"_s, u"--seeds"_s,
                                         u"1-3"_s, u"--epochs"_s, u"2"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    QStringList settings;
    for (const QJsonObject& line : result.lines())
        if (line[u"event"_s] == u"variant"_s)
            settings << line[u"setting"_s].toString();
    QCOMPARE(settings, QStringList(3, u"lr 1e-05"_s) + QStringList(3, u"lr 0.01"_s));
    const QJsonArray words = result.event(u"comparison"_s)[u"words"_s].toArray();
    QVERIFY2(words[0].toString().startsWith(u"choose lr 0.01: its validation accuracy, "_s), result.words());
    QVERIFY2(words[1].toString().endsWith(u"more than the spread of 3 seeds"_s), result.words());
    for (const QString& wrong : {u"3-1"_s, u"many"_s}) {
        const CliResult refused = m_cli->run({u"compare"_s, u"small.netsmith"_s, u"--seeds"_s, wrong});
        QVERIFY2(refused.code == 2 && refused.err.contains("is not a seed: type whole numbers"), refused.words());
    }
}

void TestComparisons::oneThatFailsDoesNotStopTheOthers()
{
    const CliResult result = m_cli->run({u"compare"_s, u"small.netsmith"_s, u"--batch"_s, u"500,16"_s, u"--epochs"_s, u"1"_s});
    QCOMPARE(result.code, 1);
    QVERIFY2(result.out.contains("batch 500 failed: a batch of 500"), result.words());
    QVERIFY2(result.out.contains("val_accuracy"), result.words()); // of the other
    const QByteArray head = result.out.mid(result.out.lastIndexOf('\n', result.out.indexOf("samples/s")) + 1);
    for (const char* kind : {"memory", "weights", "gradients", "optimizer", "activations", "workspace", "data"})
        QVERIFY2(head.left(head.indexOf('\n')).contains(kind), result.words());
    QVERIFY2(!head.contains("energy") || head.contains(" J"), result.words()); // what can't be measured has no column
}

void TestComparisons::oneAloneIsRefused()
{
    const CliResult result = m_cli->run({u"compare"_s, u"small.netsmith"_s, u"--precision"_s, u"bf16"_s});
    QCOMPARE(result.code, 2);
    QVERIFY2(result.err.contains("nothing to be compared with"), result.words());
}

NETSMITH_TEST(TestComparisons)

} // namespace test_comparisons

#include "test_comparisons.moc"
