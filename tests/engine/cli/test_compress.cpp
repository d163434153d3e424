#include "tests/engine/cli/compressed_folder.h"
#include "tests/test_program.h"

#include <csignal>

namespace test_compress {

using namespace netsmith;
using namespace netsmith::test;

/// `compress`: a smaller network as a run that every other command takes.
class TestCompressCommand : public QObject, private CompressedFolder {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { begin(); }
    void prunedRunsAreRuns();
    void criteriaAndScopes_data();
    void criteriaAndScopes();
    void retrainingFollows();
    void stoppedRetrainingIsResumed();
    void prunesWhatWasPruned();
    void sparseRunsAreRuns();
    void sparsityGrowsInSteps();
    void sparsityGrowsWhileTraining_data();
    void sparsityGrowsWhileTraining();
    void aStoppedGradualPruningGoesOn();
    void twoOfFourAreZero();
    void magnitudeBeatsRandom();
    void stoppedStepsGoOn();
    void weightsShareValues();
    void mistakesAreSentences_data();
    void mistakesAreSentences();
};

/// Without retraining too: it has its parent, is smaller and cheaper, and can be evaluated, timed, exported, packed and trained.
void TestCompressCommand::prunedRunsAreRuns()
{
    const CliResult result =
        compress({u"parent"_s, u"--prune"_s, u"flops:0.5"_s, u"--run-dir"_s, u"pruned"_s, u"--name"_s, u"half"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    const QJsonObject pruned = result.event(u"pruned"_s);
    QVERIFY2(pruned[u"flops"_s].toDouble() <= 0.5 * pruned[u"flops_before"_s].toDouble(), result.words());
    QVERIFY(pruned[u"flops"_s].toDouble() > 0.4 * pruned[u"flops_before"_s].toDouble());
    QVERIFY(pruned[u"parameters"_s].toInt() < pruned[u"parameters_before"_s].toInt());
    const QJsonArray layers = pruned[u"layers"_s].toArray();
    QCOMPARE(layers.size(), 4);
    QCOMPARE(layers[0][u"layer"_s].toString(), u"first"_s);
    QCOMPARE(layers[3][u"kept"_s].toString(), u"they are an output of the network"_s);
    const QJsonObject before = stage(result, u"original"_s), after = stage(result, u"pruned"_s);
    QVERIFY(after[u"bytes"_s].toInt() < before[u"bytes"_s].toInt());
    QCOMPARE(after[u"samples"_s].toInt(), 90);
    QVERIFY(stage(result, u"retrained"_s).isEmpty());

    const QJsonObject written = record(u"pruned"_s);
    QCOMPARE(written[u"weights_from"_s][u"run"_s].toString(), path(u"parent"_s));
    QCOMPARE(written[u"state"_s].toString(), u"done"_s);
    const CliResult evaluated = m_cli->run({u"evaluate"_s, u"pruned"_s, u"--json"_s});
    QVERIFY2(evaluated.code == 0, evaluated.words());
    QCOMPARE(evaluated.event(u"evaluation"_s)[u"loss"_s].toDouble(), after[u"values"_s][u"loss"_s].toDouble());
    for (const QStringList& command :
         {QStringList{u"bench"_s, u"pruned/project.netsmith"_s, u"--predict"_s, u"--batches"_s, u"4"_s, u"--steps"_s, u"2"_s},
          QStringList{u"export"_s, u"pruned"_s, u"pruned.onnx"_s}, QStringList{u"pack"_s, u"pruned"_s, u"pruned.nsm"_s},
          QStringList{u"train"_s, u"pruned/project.netsmith"_s, u"--epochs"_s, u"1"_s, u"--run-dir"_s, u"again"_s}}) {
        const CliResult used = m_cli->run(command);
        QVERIFY2(used.code == 0, used.words());
    }
    QVERIFY(readBytes(path(u"pruned/label.json"_s)).contains("half"));
}

void TestCompressCommand::criteriaAndScopes_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("counts"); // of the channels left
    QTest::newRow("l1") << QStringList{u"--scope"_s, u"layer"_s} << u"4 6 8"_s;
    QTest::newRow("l2") << QStringList{u"--scope"_s, u"layer"_s, u"--criterion"_s, u"l2"_s} << u"4 6 8"_s;
    QTest::newRow("taylor") << QStringList{u"--scope"_s, u"layer"_s, u"--criterion"_s, u"taylor"_s, u"--samples"_s, u"64"_s}
                            << u"4 6 8"_s;
    QTest::newRow("random") << QStringList{u"--scope"_s, u"layer"_s, u"--criterion"_s, u"random"_s, u"--seed"_s, u"3"_s}
                            << u"4 6 8"_s;
    QTest::newRow("batch norm") << QStringList{u"--criterion"_s, u"batch-norm"_s} << u"8 6 16"_s; // only one layer has one
    QTest::newRow("one layer") << QStringList{u"--layers"_s, u"hidden"_s} << u"8 12 8"_s;
    QTest::newRow("two layers") << QStringList{u"--layers"_s, u"hidden,first"_s, u"--scope"_s, u"layer"_s} << u"4 12 8"_s;
}

void TestCompressCommand::criteriaAndScopes()
{
    QFETCH(QStringList, options);
    QFETCH(QString, counts);
    const CliResult result = compress(QStringList{u"parent"_s, u"--prune"_s, u"0.5"_s, u"--json"_s, u"--run-dir"_s,
                                                  u"by "_s + QString::fromLatin1(QTest::currentDataTag())}
                                      + options);
    QVERIFY2(result.code == 0, result.words());
    QStringList left;
    for (const QJsonValue layer : result.event(u"pruned"_s)[u"layers"_s].toArray())
        if (layer[u"kept"_s].isUndefined())
            left << QString::number(layer[u"after"_s].toInt());
    QCOMPARE(left.join(u' '), counts);
}

void TestCompressCommand::retrainingFollows()
{
    const CliResult result = compress({u"parent"_s, u"--prune"_s, u"0.5"_s, u"--retrain"_s, u"2"_s, u"--run-dir"_s, u"retrained"_s,
                                       u"--set"_s, u"optimizer.learning_rate=0.003"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    const QJsonObject pruned = stage(result, u"pruned"_s), retrained = stage(result, u"retrained"_s);
    QVERIFY2(retrained[u"values"_s][u"loss"_s].toDouble() < pruned[u"values"_s][u"loss"_s].toDouble(), result.words());
    QCOMPARE(retrained[u"bytes"_s].toInt(), pruned[u"bytes"_s].toInt());
    const QJsonObject written = record(u"retrained"_s);
    QCOMPARE(written[u"summary"_s][u"epochs_done"_s].toInt(), 2);
    QCOMPARE(written[u"weights_from"_s][u"run"_s].toString(), path(u"parent"_s));
    QVERIFY(readBytes(path(u"retrained/project.netsmith"_s)).contains("0.003"));
}

/// The same weights as if it had not been stopped.
void TestCompressCommand::stoppedRetrainingIsResumed()
{
    constexpr int longest = 400000; // of 40 epochs, in milliseconds, where other programs keep the processor busy
    const auto arguments = [](const QString& run) {
        return QStringList{u"compress"_s, u"parent"_s,    u"--prune"_s, u"0.5"_s,   u"--retrain"_s,
                           u"40"_s,       u"--run-dir"_s, run,          u"--json"_s};
    };
    const CliResult stopped = m_cli->interrupt(arguments(u"stopped"_s), SIGINT, 5); // after two epochs
    QVERIFY2(stopped.code == 130, stopped.words());
    QVERIFY2(!stopped.event(u"stopped"_s).isEmpty(), stopped.words());
    const CliResult resumed = m_cli->run({u"train"_s, u"stopped/project.netsmith"_s, u"--resume"_s, u"stopped"_s}, longest);
    QVERIFY2(resumed.code == 0, resumed.words());
    const CliResult whole = m_cli->run(arguments(u"whole"_s), longest);
    QVERIFY2(whole.code == 0, whole.words());
    QVERIFY(newestWeights(u"stopped"_s) == newestWeights(u"whole"_s));
}

void TestCompressCommand::prunesWhatWasPruned()
{
    for (const QStringList& chain : {QStringList{u"parent"_s, u"chain1"_s}, QStringList{u"chain1"_s, u"chain2"_s}}) {
        const CliResult result = compress({chain[0], u"--prune"_s, u"0.3"_s, u"--run-dir"_s, chain[1], u"--json"_s});
        QVERIFY2(result.code == 0, result.words());
    }
    const QJsonObject written = record(u"chain2"_s);
    QCOMPARE(written[u"weights_from"_s][u"run"_s].toString(), path(u"chain1"_s));
}

/// The file is smaller by what the zeros take, and so is a packed one; zeros stay through a training; every command reads it.
void TestCompressCommand::sparseRunsAreRuns()
{
    const CliResult result =
        compress({u"parent"_s, u"--sparsity"_s, u"0.9"_s, u"--retrain"_s, u"2"_s, u"--run-dir"_s, u"sparse"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    const QJsonObject pruned = result.event(u"pruned"_s);
    const double share = pruned[u"zeros"_s].toDouble() / pruned[u"weights"_s].toDouble();
    QVERIFY2(std::abs(share - 0.9) < 1e-3, result.words());
    const QJsonObject before = stage(result, u"original"_s), after = stage(result, u"retrained"_s);
    QCOMPARE(after[u"sparsity"_s].toDouble(), share);
    QCOMPARE(after[u"sparsity"_s].toDouble(), stage(result, u"pruned"_s)[u"sparsity"_s].toDouble());
    QCOMPARE(after[u"parameters"_s].toInt(), before[u"parameters"_s].toInt());
    QVERIFY2(after[u"bytes"_s].toDouble() < 0.35 * before[u"bytes"_s].toDouble(), result.words());
    QVERIFY(readBytes(path(u"sparse/project.netsmith"_s)).contains("\"keep_zeros\": true"));

    const CliResult evaluated = m_cli->run({u"evaluate"_s, u"sparse"_s, u"--json"_s});
    QVERIFY2(evaluated.code == 0, evaluated.words());
    QCOMPARE(evaluated.event(u"evaluation"_s)[u"loss"_s].toDouble(), after[u"values"_s][u"loss"_s].toDouble());
    for (const QStringList& command :
         {QStringList{u"export"_s, u"sparse"_s, u"sparse.onnx"_s}, QStringList{u"pack"_s, u"sparse"_s, u"sparse.nsm"_s},
          QStringList{u"pack"_s, u"parent"_s, u"parent.nsm"_s}, QStringList{u"tensors"_s, u"sparse/compressed.safetensors"_s},
          QStringList{u"evaluate"_s, u"sparse.nsm"_s},
          QStringList{u"train"_s, u"small.netsmith"_s, u"--weights"_s, u"sparse/compressed.safetensors"_s, u"--epochs"_s, u"1"_s,
                      u"--run-dir"_s, u"from sparse"_s}}) {
        const CliResult used = m_cli->run(command);
        QVERIFY2(used.code == 0, used.words());
    }
    QVERIFY(QFileInfo(path(u"sparse.nsm"_s)).size() < 0.9 * QFileInfo(path(u"parent.nsm"_s)).size());
    const CliResult packed = m_cli->run({u"evaluate"_s, u"sparse.nsm"_s, u"--json"_s});
    QCOMPARE(packed.event(u"evaluation"_s)[u"loss"_s].toDouble(), after[u"values"_s][u"loss"_s].toDouble());
}

void TestCompressCommand::sparsityGrowsInSteps()
{
    const CliResult result =
        compress({u"parent"_s, u"--sparsity"_s, u"0.8"_s, u"--steps"_s, u"3"_s, u"--retrain"_s, u"1"_s, u"--scope"_s, u"layer"_s,
                  u"--run-dir"_s, u"steps"_s, u"--name"_s, u"gradual"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    QList<double> shares;
    for (const QJsonObject& line : result.lines())
        if (line[u"event"_s] == u"pruned"_s)
            shares << line[u"zeros"_s].toDouble() / line[u"weights"_s].toDouble();
    QCOMPARE(shares.size(), 3);
    for (int step = 0; step < 3; ++step)
        QVERIFY2(std::abs(shares[step] - 0.8 * (1.0 - std::pow((2.0 - step) / 3.0, 3.0))) < 3e-3, result.words());
    QCOMPARE(parentOf(u"steps"_s), path(u"steps-step-2"_s));
    QCOMPARE(parentOf(u"steps-step-2"_s), path(u"steps-step-1"_s));
    QCOMPARE(parentOf(u"steps-step-1"_s), path(u"parent"_s));
    QVERIFY(readBytes(path(u"steps/label.json"_s)).contains("gradual"));
    QVERIFY(stage(result, u"step 3, retrained"_s)[u"sparsity"_s].toDouble() > 0.79);
}

void TestCompressCommand::sparsityGrowsWhileTraining_data()
{
    QTest::addColumn<QString>("criterion");
    for (const char* const criterion : {"magnitude", "movement", "random"})
        QTest::newRow(criterion) << QString::fromLatin1(criterion);
}

/// In one training, whose project says how; what is done to the result afterwards leaves the zeros.
void TestCompressCommand::sparsityGrowsWhileTraining()
{
    QFETCH(QString, criterion);
    const QString name = u"gradual-"_s + criterion;
    const CliResult result =
        compress({u"parent"_s, u"--sparsity"_s, u"0.8"_s, u"--gradual"_s, u"--criterion"_s, criterion, u"--retrain"_s, u"4"_s,
                  u"--set"_s, u"pruning.frequency=2"_s, u"--run-dir"_s, name, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    const QJsonObject before = stage(result, u"original"_s), after = stage(result, u"retrained"_s);
    QVERIFY2(std::abs(after[u"sparsity"_s].toDouble() - 0.8) < 1e-3, result.words());
    QVERIFY2(after[u"bytes"_s].toDouble() < 0.5 * before[u"bytes"_s].toDouble(), result.words());
    QVERIFY(stage(result, u"pruned"_s).isEmpty()); // before the training there is nothing to see
    QCOMPARE(parentOf(name), path(u"parent"_s));
    const QByteArray project = readBytes(path(name + u"/project.netsmith"_s));
    QVERIFY2(project.contains("\"pruning\"") && project.contains("\"sparsity\": 0.8"), project);
    QVERIFY(project.contains(criterion == u"magnitude"_s ? "\"keep_zeros\"" : criterion.toUtf8()));
    const CliResult rounded = compress({name, u"--quantize"_s, u"weights"_s, u"--run-dir"_s, name + u"-int8"_s, u"--json"_s});
    QVERIFY2(rounded.code == 0, rounded.words());
    QVERIFY(stage(rounded, u"quantized"_s)[u"sparsity"_s].toDouble() >= after[u"sparsity"_s].toDouble());
}

/// The same weights as if it had not been stopped.
void TestCompressCommand::aStoppedGradualPruningGoesOn()
{
    const auto arguments = [](const QString& run) {
        return QStringList{u"compress"_s, u"parent"_s,    u"--sparsity"_s, u"0.7"_s,        u"--gradual"_s, u"--criterion"_s,
                           u"movement"_s, u"--retrain"_s, u"40"_s,         u"--quantize"_s, u"weights"_s,   u"--run-dir"_s,
                           run,           u"--json"_s};
    };
    goesOn(arguments, 4, u"--quantize weights"_s);
}

void TestCompressCommand::twoOfFourAreZero()
{
    const CliResult result =
        compress({u"parent"_s, u"--sparsity"_s, u"2:4"_s, u"--retrain"_s, u"1"_s, u"--run-dir"_s, u"fours"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    const QJsonObject made = result.event(u"pruned"_s);
    QCOMPARE(made[u"pattern"_s].toString(), u"2:4"_s);
    int halves = 0;
    for (const QJsonValue array : made[u"arrays"_s].toArray()) {
        if (!array[u"kept"_s].isUndefined())
            continue;
        ++halves;
        QCOMPARE(2 * array[u"zeros"_s].toInt(), array[u"weights"_s].toInt());
    }
    QVERIFY2(halves >= 2, result.words());
    QCOMPARE(stage(result, u"retrained"_s)[u"sparsity"_s].toDouble(), stage(result, u"pruned"_s)[u"sparsity"_s].toDouble());
}

void TestCompressCommand::magnitudeBeatsRandom()
{
    const auto lossAfter = [&](const QString& criterion) {
        const CliResult result = compress({u"parent"_s, u"--sparsity"_s, u"0.6"_s, u"--criterion"_s, criterion, u"--run-dir"_s,
                                           u"weights by "_s + criterion, u"--json"_s});
        return stage(result, u"pruned"_s)[u"values"_s][u"loss"_s].toDouble(-1.0);
    };
    const double magnitude = lossAfter(u"magnitude"_s), random = lossAfter(u"random"_s);
    QVERIFY2(magnitude > 0.0 && magnitude < random, qPrintable(u"%1 %2"_s.arg(magnitude).arg(random)));
}

/// The same weights as if it had not been stopped, with the two commands that it says.
void TestCompressCommand::stoppedStepsGoOn()
{
    const auto arguments = [](const QString& run) {
        return QStringList{u"compress"_s,  u"parent"_s, u"--sparsity"_s, u"0.7"_s, u"--steps"_s, u"2"_s,
                           u"--retrain"_s, u"40"_s,     u"--run-dir"_s,  run,      u"--json"_s};
    };
    goesOn(arguments, 4, u"--sparsity 0.7 --steps 1 --retrain 40"_s); // in the first step's retraining
}

/// Alone, and after zeros, which stay.
void TestCompressCommand::weightsShareValues()
{
    const CliResult result = compress({u"parent"_s, u"--clusters"_s, u"16"_s, u"--run-dir"_s, u"shared"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    for (const QJsonValue array : result.event(u"clustered"_s)[u"arrays"_s].toArray())
        QVERIFY2(array[u"values"_s].toInt() > 2 && array[u"values"_s].toInt() <= 16, result.words());
    const QJsonObject before = stage(result, u"original"_s), after = stage(result, u"clustered"_s);
    QVERIFY2(after[u"bytes"_s].toDouble() < 0.35 * before[u"bytes"_s].toDouble(), result.words());
    const CliResult evaluated = m_cli->run({u"evaluate"_s, u"shared"_s, u"--json"_s});
    QCOMPARE(evaluated.event(u"evaluation"_s)[u"loss"_s].toDouble(), after[u"values"_s][u"loss"_s].toDouble());

    const CliResult both = compress({u"parent"_s, u"--sparsity"_s, u"0.8"_s, u"--retrain"_s, u"1"_s, u"--clusters"_s, u"32"_s,
                                     u"--run-dir"_s, u"both"_s, u"--json"_s});
    QVERIFY2(both.code == 0, both.words());
    const QJsonObject sparse = stage(both, u"retrained"_s), shared = stage(both, u"clustered"_s);
    QCOMPARE(shared[u"sparsity"_s].toDouble(), sparse[u"sparsity"_s].toDouble());
    QVERIFY2(shared[u"bytes"_s].toInt() < sparse[u"bytes"_s].toInt(), both.words());
    const QJsonObject written = record(u"both"_s);
    QCOMPARE(written[u"weights_from"_s][u"run"_s].toString(), path(u"both-step-1"_s));
}

void TestCompressCommand::mistakesAreSentences_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char* name, const QStringList& arguments, int code, const char* words) {
        QTest::newRow(name) << arguments << code << QByteArray(words);
    };
    row("no goal", {u"parent"_s}, 2, "--prune");
    row("share of 0", {u"parent"_s, u"--prune"_s, u"0"_s}, 2, "above 0 and below 1");
    row("share of 1", {u"parent"_s, u"--prune"_s, u"1"_s}, 2, "above 0 and below 1");
    row("no number", {u"parent"_s, u"--prune"_s, u"half"_s}, 2, "expected the share of the channels");
    row("FLOPs of 1", {u"parent"_s, u"--prune"_s, u"flops:1"_s}, 2, "above 0 and below 1");
    row("too many FLOPs", {u"parent"_s, u"--prune"_s, u"flops:0.9999"_s}, 3, "of the FLOPs are left");
    row("too few channels", {u"parent"_s, u"--prune"_s, u"0.001"_s}, 2, "removes none of them");
    row("no such layer", {u"parent"_s, u"--prune"_s, u"0.5"_s, u"--layers"_s, u"third"_s}, 3, "there is no layer \"third\"");
    row("the output", {u"parent"_s, u"--prune"_s, u"0.5"_s, u"--layers"_s, u"output"_s}, 3, "they are an output of the network");
    row("no such criterion", {u"parent"_s, u"--prune"_s, u"0.5"_s, u"--criterion"_s, u"l3"_s}, 2, "--criterion");
    row("two criteria", {u"parent"_s, u"--prune"_s, u"0.5"_s, u"--criterion"_s, u"l1"_s, u"l2"_s}, 2, "l2");
    row("not a run", {u"data"_s, u"--prune"_s, u"0.5"_s}, 3, "is not a run");
    row("settings alone", {u"parent"_s, u"--prune"_s, u"0.5"_s, u"--set"_s, u"training.batch=8"_s}, 2, "--retrain");
    row("a run is there", {u"parent"_s, u"--prune"_s, u"0.5"_s, u"--run-dir"_s, u"parent"_s}, 3, "parent");
    for (const char* share : {"0", "1", "-0.5", "nan", "inf", "2"})
        row(share, {u"parent"_s, u"--sparsity"_s, QString::fromLatin1(share)}, 2, "above 0 and below 1");
    row("no share", {u"parent"_s, u"--sparsity"_s, u"most"_s}, 2, "expected the share of the weights");
    row("no such layer of weights", {u"parent"_s, u"--sparsity"_s, u"0.5"_s, u"--layers"_s, u"third"_s}, 3,
        "there is no layer \"third\" with a kernel");
    row("a channel's criterion", {u"parent"_s, u"--sparsity"_s, u"0.5"_s, u"--criterion"_s, u"taylor"_s}, 2, "by magnitude");
    row("a weight's criterion", {u"parent"_s, u"--prune"_s, u"0.5"_s, u"--criterion"_s, u"magnitude"_s}, 3, "l1, l2, batch-norm");
    row("steps of channels", {u"parent"_s, u"--prune"_s, u"0.5"_s, u"--steps"_s, u"2"_s}, 2, "--sparsity");
    row("steps without training", {u"parent"_s, u"--sparsity"_s, u"0.5"_s, u"--steps"_s, u"2"_s}, 2, "--retrain");
    row("no steps", {u"parent"_s, u"--sparsity"_s, u"0.5"_s, u"--steps"_s, u"0"_s}, 2, "from 1");
    row("nothing left", {u"parent"_s, u"--sparsity"_s, u"0.9999"_s}, 2, "nothing is left of");
    row("movement at once", {u"parent"_s, u"--sparsity"_s, u"0.5"_s, u"--criterion"_s, u"movement"_s}, 2, "add --gradual");
    row("gradual without training", {u"parent"_s, u"--sparsity"_s, u"0.5"_s, u"--gradual"_s}, 2, "--retrain");
    row("gradual in steps", {u"parent"_s, u"--sparsity"_s, u"0.5"_s, u"--gradual"_s, u"--steps"_s, u"2"_s, u"--retrain"_s, u"1"_s},
        2, "leave out either");
    row("gradual channels", {u"parent"_s, u"--prune"_s, u"0.5"_s, u"--gradual"_s, u"--retrain"_s, u"1"_s}, 2, "after: --sparsity");
    row("fours at random", {u"parent"_s, u"--sparsity"_s, u"2:4"_s, u"--criterion"_s, u"random"_s}, 2, "leave out --steps");
    row("three of four", {u"parent"_s, u"--sparsity"_s, u"3:4"_s}, 2, "or 2:4");
    row("a share of movement",
        {u"parent"_s, u"--sparsity"_s, u"0.5"_s, u"--gradual"_s, u"--retrain"_s, u"1"_s, u"--set"_s, u"pruning.end=2"_s}, 3,
        "pruning.end");
    row("one cluster", {u"parent"_s, u"--clusters"_s, u"1"_s}, 2, "from 2 to 256");
    row("too many clusters", {u"parent"_s, u"--clusters"_s, u"257"_s}, 2, "from 2 to 256");
    row("calibration of zeros", {u"parent"_s, u"--sparsity"_s, u"0.5"_s, u"--calibration"_s, u"mse"_s}, 2, "after: --quantize");
    row("a later stage", {u"parent"_s, u"--prune"_s, u"0.5"_s, u"--quantize"_s, u"int3"_s}, 2, "static");
    row("trained clusters", {u"parent"_s, u"--clusters"_s, u"8"_s, u"--retrain"_s, u"1"_s}, 2, "share no values any more");
    row("no epochs", {u"parent"_s, u"--prune"_s, u"0.5"_s, u"--retrain"_s, u"0"_s}, 2, "from 1 up");
}

void TestCompressCommand::mistakesAreSentences()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QByteArray, words);
    const QStringList before = QDir(m_folder.path()).entryList();
    const CliResult result = compress(arguments);
    QVERIFY2(result.code == code, result.words());
    QVERIFY2(result.err.contains(words), result.words());
    QCOMPARE(result.err.trimmed().count('\n'), arguments.contains(u"--run-dir"_s) ? result.err.trimmed().count('\n') : 0);
    QCOMPARE(QDir(m_folder.path()).entryList(), before);
}

NETSMITH_TEST(TestCompressCommand)

} // namespace test_compress

#include "test_compress.moc"
