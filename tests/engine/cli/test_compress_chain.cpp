#include "tests/engine/cli/compressed_folder.h"
#include "tests/test_program.h"

namespace test_compress_chain {

using namespace netsmith;
using namespace netsmith::test;

/// `compress` with several stages: a run for each, in the order in which they are named.
class TestCompressChain : public QObject, private CompressedFolder {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { begin(); }
    void stagesFollowEachOther();
    void orderIsThatOfTheLine();
    void optionsBelongToTheirStage();
    void measuresAreKept();
    void stoppedChainsGoOn();
    void whatWasMadeStays();

private:
    static QStringList stages(const CliResult& result)
    {
        QStringList names;
        for (const QJsonObject& line : result.lines())
            if (line[u"event"_s] == u"stage"_s)
                names << line[u"stage"_s].toString();
        return names;
    }
};

void TestCompressChain::stagesFollowEachOther()
{
    const CliResult result = timed({u"parent"_s, u"--prune"_s, u"flops:0.5"_s, u"--retrain"_s, u"1"_s, u"--quantize"_s, u"static"_s,
                                    u"--run-dir"_s, u"small"_s, u"--name"_s, u"smallest"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    QCOMPARE(stages(result), (QStringList{u"original"_s, u"pruned"_s, u"retrained"_s, u"quantized"_s}));
    QCOMPARE(parentOf(u"small"_s), path(u"small-step-1"_s));
    QCOMPARE(parentOf(u"small-step-1"_s), path(u"parent"_s));
    const QJsonObject original = stage(result, u"original"_s), pruned = stage(result, u"pruned"_s),
                      retrained = stage(result, u"retrained"_s), quantized = stage(result, u"quantized"_s);
    QVERIFY(pruned[u"flops"_s].toDouble() <= 0.5 * original[u"flops"_s].toDouble());
    QVERIFY(pruned[u"memory"_s].toInt() < original[u"memory"_s].toInt());
    QCOMPARE(quantized[u"flops"_s].toDouble(), pruned[u"flops"_s].toDouble());
    QVERIFY2(quantized[u"bytes"_s].toDouble() < 0.35 * pruned[u"bytes"_s].toDouble(), result.words());
    QVERIFY(retrained[u"values"_s][u"loss"_s].toDouble() < pruned[u"values"_s][u"loss"_s].toDouble());
    QCOMPARE(evaluatedLoss(u"small"_s), quantized[u"values"_s][u"loss"_s].toDouble());
    QCOMPARE(evaluatedLoss(u"small-step-1"_s), retrained[u"values"_s][u"loss"_s].toDouble());
    const QJsonArray interval = quantized[u"interval"_s].toArray();
    const double accuracy = quantized[u"values"_s][u"accuracy"_s].toDouble();
    QVERIFY(interval[0].toDouble() < accuracy && accuracy <= interval[1].toDouble());
    QVERIFY(readBytes(path(u"small/label.json"_s)).contains("smallest"));
    QVERIFY(!QFileInfo::exists(path(u"small-step-1/label.json"_s)));
    // In words, with a column for each.
    const CliResult words = timed({u"parent"_s, u"--prune"_s, u"flops:0.5"_s, u"--quantize"_s, u"weights"_s});
    QVERIFY2(words.code == 0, words.words());
    for (const char* const expected : {"original  ", "quantized", "FLOPs a sample", "p50 / p99 of batch 64, ms", "accuracy, 95 %",
                                       "of its bytes; on this machine batches of 1 take"})
        QVERIFY2(words.out.contains(expected), words.words());
}

/// Zeros of a rounded network, and a rounded network of zeros, are not the same.
void TestCompressChain::orderIsThatOfTheLine()
{
    const CliResult one = compress({u"parent"_s, u"--quantize"_s, u"weights"_s, u"--sparsity"_s, u"0.5"_s, u"--json"_s});
    const CliResult other = compress({u"parent"_s, u"--sparsity"_s, u"0.5"_s, u"--quantize"_s, u"weights"_s, u"--json"_s});
    QVERIFY2(one.code == 0 && other.code == 0, one.words());
    QCOMPARE(stages(one), (QStringList{u"original"_s, u"quantized"_s, u"pruned"_s}));
    QCOMPARE(stages(other), (QStringList{u"original"_s, u"pruned"_s, u"quantized"_s}));
    QVERIFY(stage(other, u"quantized"_s)[u"sparsity"_s].toDouble() >= 0.5);
}

/// Those before the first stage to the first.
void TestCompressChain::optionsBelongToTheirStage()
{
    const CliResult result = compress({u"parent"_s, u"--layers"_s, u"second"_s, u"--prune"_s, u"0.5"_s, u"--sparsity"_s, u"0.5"_s,
                                       u"--layers"_s, u"hidden,output"_s, u"--criterion"_s, u"random"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    QList<QJsonObject> made;
    for (const QJsonObject& line : result.lines())
        if (line[u"event"_s] == u"pruned"_s)
            made << line;
    QCOMPARE(made.size(), 2);
    QCOMPARE(made[0][u"only"_s].toArray(), (QJsonArray{u"second"_s}));
    QCOMPARE(made[0][u"criterion"_s].toString(), u"l1"_s);
    QCOMPARE(made[1][u"only"_s].toArray(), (QJsonArray{u"hidden"_s, u"output"_s}));
    QCOMPARE(made[1][u"criterion"_s].toString(), u"random"_s);
}

/// With each run, and the original; of those that were timed also the latencies.
void TestCompressChain::measuresAreKept()
{
    const CliResult result =
        timed({u"parent"_s, u"--clusters"_s, u"16"_s, u"--quantize"_s, u"weights"_s, u"--run-dir"_s, u"kept"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    for (const auto& [run, name] : {std::pair(u"parent"_s, u"original"_s), std::pair(u"kept-step-1"_s, u"clustered"_s),
                                    std::pair(u"kept"_s, u"quantized"_s)}) {
        const QJsonObject kept = QJsonDocument::fromJson(readBytes(path(run + u"/measures.json"_s))).object();
        const QJsonObject told = stage(result, name);
        QCOMPARE(kept[u"bytes"_s], told[u"bytes"_s]);
        QCOMPARE(kept[u"parameters"_s], told[u"parameters"_s]);
        QCOMPARE(kept[u"latencies"_s].toArray().size(), 2);
    }
}

/// The same weights as if it had not been stopped, with the two commands that it says.
void TestCompressChain::stoppedChainsGoOn()
{
    const auto arguments = [](const QString& run) {
        return QStringList{u"compress"_s,   u"parent"_s,  u"--prune"_s,   u"0.5"_s,    u"--retrain"_s,   u"40"_s,
                           u"--quantize"_s, u"weights"_s, u"--float"_s,   u"output"_s, u"--sparsity"_s,  u"0.4"_s,
                           u"--scope"_s,    u"layer"_s,   u"--run-dir"_s, run,         u"--no-timing"_s, u"--json"_s};
    };
    goesOn(arguments, 5, u"--quantize weights --float output --sparsity 0.4 --scope layer"_s); // after two epochs
}

/// A later stage that can't be done takes nothing from those before it.
void TestCompressChain::whatWasMadeStays()
{
    const CliResult result = compress({u"parent"_s, u"--clusters"_s, u"8"_s, u"--prune"_s, u"0.5"_s, u"--layers"_s, u"output"_s,
                                       u"--run-dir"_s, u"half"_s, u"--json"_s});
    QCOMPARE(result.code, 3);
    QVERIFY2(result.err.contains("they are an output of the network"), result.words());
    QVERIFY(!QFileInfo::exists(path(u"half"_s)));
    QVERIFY(evaluatedLoss(u"half-step-1"_s) > 0.0);
}

NETSMITH_TEST(TestCompressChain)

} // namespace test_compress_chain

#include "test_compress_chain.moc"
