#include "tests/engine/cli/compressed_folder.h"
#include "tests/test_program.h"

#include <cmath>

namespace test_compress_goal {

using namespace netsmith;
using namespace netsmith::test;

/// `compress --sensitivity` and `--goal`: what each layer alone is worth, and a run by a plan made of that.
class TestCompressGoal : public QObject, private CompressedFolder {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { begin(); }
    void layersAreTriedAlone();
    void weightsAreTriedAlone();
    void plansBecomeRuns();
    void mistakesAreSentences_data();
    void mistakesAreSentences();

private:
    static QList<QJsonObject> events(const CliResult& result, const QString& name)
    {
        QList<QJsonObject> found;
        for (const QJsonObject& line : result.lines())
            if (line[u"event"_s] == name)
                found << line;
        return found;
    }
};

/// With all samples the original's value is the evaluation's; no run is written.
void TestCompressGoal::layersAreTriedAlone()
{
    const QStringList before = QDir(m_folder.path()).entryList();
    const QStringList arguments{u"parent"_s, u"--sensitivity"_s, u"--shares"_s, u"0.25,0.75"_s};
    const CliResult result = compress(arguments + QStringList{u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    QCOMPARE(QDir(m_folder.path()).entryList(), before);
    const QJsonObject original = result.event(u"original"_s);
    QCOMPARE(original[u"judged"_s].toString(), u"accuracy"_s);
    QCOMPARE(original[u"samples"_s].toInt(), 90);
    const CliResult evaluated = m_cli->run({u"evaluate"_s, u"parent"_s, u"--json"_s});
    QVERIFY(std::abs(evaluated.event(u"evaluation"_s)[u"accuracy"_s].toDouble() - original[u"value"_s].toDouble()) < 1e-6);
    const QList<QJsonObject> layers = events(result, u"layer"_s);
    QCOMPARE(layers.size(), 3);
    QCOMPARE(layers[1][u"layer"_s].toString(), u"second"_s);
    QCOMPARE(layers[1][u"channels"_s].toInt(), 12);
    QCOMPARE(layers[1][u"points"_s][0][u"removed"_s].toInt(), 3);
    QCOMPARE(layers[1][u"points"_s][1][u"removed"_s].toInt(), 9);

    // The same as pruning that layer for good.
    const CliResult pruned =
        compress({u"parent"_s, u"--prune"_s, u"0.75"_s, u"--layers"_s, u"second"_s, u"--run-dir"_s, u"one"_s, u"--json"_s});
    double value = -1.0;
    for (const QJsonObject& stage : events(pruned, u"stage"_s))
        if (stage[u"stage"_s] == u"pruned"_s)
            value = stage[u"values"_s][u"accuracy"_s].toDouble();
    QVERIFY2(std::abs(layers[1][u"points"_s][1][u"value"_s].toDouble() - value) < 1e-6, result.words());

    const CliResult words = compress(arguments + QStringList{u"--samples"_s, u"40"_s});
    QVERIFY2(words.out.contains("on 40 samples") && words.out.contains("second") && words.out.contains("−75 %"), words.words());
}

void TestCompressGoal::weightsAreTriedAlone()
{
    const CliResult result = compress({u"parent"_s, u"--sensitivity"_s, u"--of"_s, u"weights"_s, u"--shares"_s, u"0.5"_s,
                                       u"--layers"_s, u"hidden"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    const QList<QJsonObject> layers = events(result, u"layer"_s);
    QCOMPARE(layers.size(), 1);
    QCOMPARE(layers[0][u"array"_s].toString(), u"hidden.kernel"_s);
    QCOMPARE(layers[0][u"points"_s][0][u"removed"_s].toInt(), layers[0][u"weights"_s].toInt() / 2);
}

void TestCompressGoal::plansBecomeRuns()
{
    const CliResult result = compress(
        {u"parent"_s, u"--goal"_s, u"flops:0.5,points:5"_s, u"--retrain"_s, u"1"_s, u"--run-dir"_s, u"planned"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    const QJsonObject plan = result.event(u"plan"_s), pruned = result.event(u"pruned"_s);
    QVERIFY(plan[u"flops"_s].toDouble() <= 0.5 * plan[u"flops_before"_s].toDouble());
    QCOMPARE(pruned[u"flops"_s].toDouble(), plan[u"flops"_s].toDouble());
    QCOMPARE(pruned[u"parameters"_s].toInt(), plan[u"parameters"_s].toInt());
    QVERIFY(!plan[u"holds_untrained"_s].isUndefined());
    QCOMPARE(events(result, u"stage"_s).size(), 3);
    const QJsonObject kept = QJsonDocument::fromJson(readBytes(path(u"planned/compression.json"_s))).object();
    int removed = 0;
    for (const QJsonValue layer : plan[u"layers"_s].toArray())
        removed += layer[u"removed"_s].toInt() > 0 ? 1 : 0;
    QVERIFY(removed > 0);
    QCOMPARE(kept[u"shares"_s].toArray().size(), removed);

    const CliResult words = compress({u"parent"_s, u"--goal"_s, u"flops:0.3"_s, u"--run-dir"_s, u"words"_s});
    QVERIFY2(words.out.contains("expected: 0.") && words.out.contains("loses alone") && words.out.contains("measured"),
             words.words());
}

void TestCompressGoal::mistakesAreSentences_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char* name, const QStringList& arguments, int code, const char* words) {
        QTest::newRow(name) << arguments << code << QByteArray(words);
    };
    row("no number", {u"--goal"_s, u"flops:most"_s}, 2, "expected the share of the FLOPs");
    row("points alone", {u"--goal"_s, u"points:1"_s}, 2, "expected the share of the FLOPs");
    row("too much", {u"--goal"_s, u"flops:0.999"_s, u"--shares"_s, u"0.5"_s}, 3, "try larger ones with --shares");
    row("alone", {u"--sensitivity"_s, u"--prune"_s, u"0.5"_s}, 2, "no stage can follow");
    row("steps", {u"--goal"_s, u"flops:0.5"_s, u"--steps"_s, u"2"_s}, 2, "after: --sparsity");
    row("both", {u"--goal"_s, u"flops:0.5"_s, u"--sensitivity"_s}, 2, "--sensitivity");
    row("a share of 2", {u"--sensitivity"_s, u"--shares"_s, u"0.5,2"_s}, 2, "above 0 and below 1");
    row("no such thing", {u"--sensitivity"_s, u"--of"_s, u"biases"_s}, 2, "--of");
    row("no such layer", {u"--sensitivity"_s, u"--layers"_s, u"third"_s}, 3, "there is no layer \"third\"");
}

void TestCompressGoal::mistakesAreSentences()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QByteArray, words);
    refuses(QStringList{u"parent"_s} + arguments, code, words);
}

NETSMITH_TEST(TestCompressGoal)

} // namespace test_compress_goal

#include "test_compress_goal.moc"
