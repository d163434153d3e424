#include "tests/engine/cli/compressed_folder.h"
#include "tests/test_program.h"

#include <QFileInfo>
#include <QtTest>

namespace test_compress_numbers {

using namespace netsmith;
using namespace netsmith::test;

/// `compress --quantize`: numbers of 8 bits, in a run that every other command takes.
class TestCompressNumbers : public QObject, private CompressedFolder {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { begin(); }
    void quantizedRunsAreRuns_data();
    void quantizedRunsAreRuns();
    void weightsInOtherFormats_data();
    void weightsInOtherFormats();
    void layersCanBeLeftInFloat();
    void layersAreFoundThatNeedFloats();
    void rangesAreForgotten();
    void trainingFollows_data();
    void trainingFollows();
    void oneSampleIsEnough();
    void prunedNetworksCanBeQuantized();
    void quantizedNetworksCanBePruned();
    void aQuantizedNetworkCanBeQuantizedOtherwise();
    void otherDataIsRefused();
    void mistakesAreSentences_data();
    void mistakesAreSentences();

private:
    double accuracy(const QJsonObject& stage) { return stage[u"values"_s][u"accuracy"_s].toDouble(); }
};

void TestCompressNumbers::quantizedRunsAreRuns_data()
{
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("calibration");
    for (const char* const calibration : {"min-max", "entropy"})
        QTest::addRow("static, %s", calibration) << u"static"_s << QString::fromLatin1(calibration);
    QTest::newRow("weights") << u"weights"_s << u"min-max"_s;
    QTest::newRow("dynamic") << u"dynamic"_s << u"min-max"_s;
}

/// It has its parent, about the same accuracy and a fraction of the bytes, and can be evaluated, timed, exported and packed.
void TestCompressNumbers::quantizedRunsAreRuns()
{
    QFETCH(QString, mode);
    QFETCH(QString, calibration);
    const QString name = QString::fromLatin1(QTest::currentDataTag()).replace(u' ', u'-');
    const CliResult result = timed({u"parent"_s, u"--quantize"_s, mode, u"--calibration"_s, calibration, u"--run-dir"_s, name,
                                    u"--name"_s, u"eight bits"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    const QJsonObject before = stage(result, u"original"_s), after = stage(result, u"quantized"_s);
    QVERIFY2(after[u"bytes"_s].toDouble() < 0.35 * before[u"bytes"_s].toDouble(), result.words());
    // Little data of few different numbers is not what the divergence of distributions is for.
    QVERIFY2(std::abs(accuracy(after) - accuracy(before)) <= (calibration == u"entropy"_s ? 0.3 : 0.05), result.words());
    QVERIFY(after[u"values"_s][u"loss"_s].toDouble() != before[u"values"_s][u"loss"_s].toDouble());
    const QJsonArray layers = result.event(u"quantized"_s)[u"layers"_s].toArray();
    QCOMPARE(layers.size(), 4);
    for (const QJsonValue layer : layers) {
        QCOMPARE(layer[u"input"_s].isUndefined(), mode != u"static"_s);
        const bool isDense = layer[u"layer"_s] == u"hidden"_s || layer[u"layer"_s] == u"output"_s;
        QCOMPARE(layer[u"dynamic"_s].toBool(), mode == u"dynamic"_s && isDense);
        QVERIFY2(layer[u"weights_snr_db"_s].toDouble() > 30.0, result.words());
    }
    QCOMPARE(result.event(u"latency"_s)[u"latencies"_s].toArray().size(), 2);

    const QJsonObject written = record(name);
    QCOMPARE(written[u"weights_from"_s][u"run"_s].toString(), path(u"parent"_s));
    QCOMPARE(written[u"state"_s].toString(), u"done"_s);
    const CliResult evaluated = m_cli->run({u"evaluate"_s, name, u"--json"_s});
    QVERIFY2(evaluated.code == 0, evaluated.words());
    QCOMPARE(evaluated.event(u"evaluation"_s)[u"loss"_s].toDouble(), after[u"values"_s][u"loss"_s].toDouble());
    for (const QStringList& command :
         {QStringList{u"bench"_s, name + u"/project.netsmith"_s, u"--predict"_s, u"--batches"_s, u"4"_s, u"--steps"_s, u"2"_s},
          QStringList{u"export"_s, name, name + u".onnx"_s}, QStringList{u"pack"_s, name, name + u".nsm"_s}}) {
        const CliResult used = m_cli->run(command);
        QVERIFY2(used.code == 0, used.words());
    }
    QVERIFY(readBytes(path(name + u"/label.json"_s)).contains("eight bits"));
    // What other programs read: eight bits of each kernel, and one pair of nodes for each input.
    const QByteArray model = readBytes(path(name + u".onnx"_s));
    QVERIFY(model.contains("DequantizeLinear"));
    QCOMPARE(model.count("\x22\x0eQuantizeLinear"), mode == u"static"_s ? 4 : 0);
}

void TestCompressNumbers::weightsInOtherFormats_data()
{
    QTest::addColumn<double>("bytes");
    QTest::addColumn<double>("accuracyLost");
    QTest::newRow("float16") << 0.56 << 0.01;
    QTest::newRow("bfloat16") << 0.56 << 0.01;
    QTest::newRow("float8_e4m3") << 0.4 << 0.05;
    QTest::newRow("float8_e5m2") << 0.4 << 0.05;
    QTest::newRow("int4") << 0.25 << 0.1;
}

/// The file gets smaller, and what is read from it, packed or exported is the same network.
void TestCompressNumbers::weightsInOtherFormats()
{
    QFETCH(double, bytes);
    QFETCH(double, accuracyLost);
    const QString format = QString::fromLatin1(QTest::currentDataTag()), name = u"in-"_s + format;
    const CliResult result =
        compress({u"parent"_s, u"--quantize"_s, u"weights"_s, u"--format"_s, format, u"--run-dir"_s, name, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    QCOMPARE(result.event(u"quantized"_s)[u"format"_s].toString(), format);
    QCOMPARE(result.event(u"quantized"_s)[u"layers"_s].toArray().size(), 4);
    const QJsonObject before = stage(result, u"original"_s), after = stage(result, u"quantized"_s);
    QVERIFY2(after[u"bytes"_s].toDouble() < bytes * before[u"bytes"_s].toDouble(), result.words());
    QVERIFY2(std::abs(accuracy(after) - accuracy(before)) <= accuracyLost, result.words());
    QVERIFY(after[u"values"_s][u"loss"_s].toDouble() != before[u"values"_s][u"loss"_s].toDouble());
    const CliResult evaluated = m_cli->run({u"evaluate"_s, name, u"--json"_s});
    QCOMPARE(evaluated.event(u"evaluation"_s)[u"loss"_s].toDouble(), after[u"values"_s][u"loss"_s].toDouble());
    for (const QString& file : {name + u".nsm"_s, name + u".onnx"_s}) {
        const CliResult used = m_cli->run({file.endsWith(u"nsm"_s) ? u"pack"_s : u"export"_s, name, file});
        QVERIFY2(used.code == 0, used.words());
    }
    const auto sizeOf = [&](const QString& file) { return static_cast<double>(QFileInfo(path(file)).size()); };
    QVERIFY(sizeOf(name + u".nsm"_s) < sizeOf(name + u".onnx"_s) * 0.8);
}

void TestCompressNumbers::layersCanBeLeftInFloat()
{
    const CliResult result = compress(
        {u"parent"_s, u"--quantize"_s, u"static"_s, u"--float"_s, u"first,output"_s, u"--run-dir"_s, u"mixed"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    const QJsonArray layers = result.event(u"quantized"_s)[u"layers"_s].toArray();
    QStringList floats;
    for (const QJsonValue layer : layers)
        if (!layer[u"kept"_s].isUndefined())
            floats << layer[u"layer"_s].toString();
    QCOMPARE(floats, (QStringList{u"first"_s, u"output"_s}));
    const QByteArray project = readBytes(path(u"mixed/project.netsmith"_s));
    QCOMPARE(project.count("\"quantization\": \"int8\""), 2);
}

/// So that nothing is lost on the samples that the network was tried on: here on all of them.
void TestCompressNumbers::layersAreFoundThatNeedFloats()
{
    for (const QString& points : {u"0"_s, u"100"_s}) {
        const QString name = u"points-"_s + points;
        const CliResult result = compress({u"parent"_s, u"--quantize"_s, u"weights"_s, u"--format"_s, u"int4"_s, u"--points"_s,
                                           points, u"--run-dir"_s, name, u"--json"_s});
        QVERIFY2(result.code == 0, result.words());
        const double before = accuracy(stage(result, u"original"_s)), after = accuracy(stage(result, u"quantized"_s));
        const QJsonObject mixed = result.event(u"quantized"_s)[u"mixed"_s].toObject();
        QCOMPARE(mixed[u"value"_s].toDouble(), before);
        QCOMPARE(mixed[u"expected"_s].toDouble(), after);
        QVERIFY(points != u"0"_s || after >= before);
        if (points == u"100"_s)
            QCOMPARE(mixed[u"all_rounded"_s].toDouble(), after);
    }
    const CliResult words = compress({u"parent"_s, u"--quantize"_s, u"weights"_s, u"--format"_s, u"int4"_s, u"--points"_s, u"0"_s});
    QVERIFY2(words.out.contains(" samples; with all layers rounded "), words.words());
}

/// What a range was known of may become dynamic, or rounded in its weights alone, with points or without.
void TestCompressNumbers::rangesAreForgotten()
{
    for (const QString& mode : {u"dynamic"_s, u"weights"_s}) {
        const CliResult result =
            compress({u"parent"_s, u"--quantize"_s, u"static"_s, u"--quantize"_s, mode, u"--points"_s, u"100"_s, u"--json"_s});
        QVERIFY2(result.code == 0, result.words());
        const QString last = result.event(u"done"_s)[u"run"_s].toString();
        const CliResult left = compress({last, u"--quantize"_s, u"static"_s, u"--float"_s, u"output"_s, u"--json"_s});
        QVERIFY2(left.code == 0, left.words());
        for (const QJsonValue layer : left.event(u"quantized"_s)[u"layers"_s].toArray())
            if (layer[u"layer"_s] == u"output"_s)
                QVERIFY2(layer[u"kept"_s].toString().contains(u"rounds to 8 bits already"_s) && layer[u"left"_s].toBool(),
                         left.words());
    }
}

void TestCompressNumbers::trainingFollows_data()
{
    QTest::addColumn<QString>("ranges");
    QTest::addColumn<QString>("setting");
    QTest::newRow("observed") << u"observed"_s << u"int8"_s;
    QTest::newRow("learned") << u"learned"_s << u"learned"_s;
}

/// Training rounds as predictions will; afterwards the kernels are rounded again, and the ranges are those that it followed or
/// learned.
void TestCompressNumbers::trainingFollows()
{
    QFETCH(QString, ranges);
    QFETCH(QString, setting);
    const CliResult result = compress({u"parent"_s, u"--quantize"_s, u"static"_s, u"--ranges"_s, ranges, u"--retrain"_s, u"1"_s,
                                       u"--run-dir"_s, ranges, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    QCOMPARE(readBytes(path(ranges + u"/project.netsmith"_s)).count("\"quantization\": \"" + setting.toLatin1() + '"'), 4);
    const QJsonObject quantized = stage(result, u"quantized"_s), retrained = stage(result, u"retrained"_s);
    QVERIFY2(retrained[u"bytes"_s].toDouble() < 1.1 * quantized[u"bytes"_s].toDouble(), result.words());
    QVERIFY2(retrained[u"values"_s][u"loss"_s].toDouble() < quantized[u"values"_s][u"loss"_s].toDouble(), result.words());
    QCOMPARE(result.event(u"done"_s)[u"run"_s].toString(), path(ranges));
    const CliResult evaluated = m_cli->run({u"evaluate"_s, ranges, u"--json"_s});
    QCOMPARE(evaluated.event(u"evaluation"_s)[u"loss"_s].toDouble(), retrained[u"values"_s][u"loss"_s].toDouble());

    // Rounded once more, it keeps its ranges, each of which a training that learns them has moved a little.
    const CliResult again = compress({ranges, u"--quantize"_s, u"static"_s, u"--run-dir"_s, ranges + u"-again"_s, u"--json"_s});
    QVERIFY2(again.code == 0, again.words());
    QCOMPARE(readBytes(path(ranges + u"-again/project.netsmith"_s)).count("\"quantization\": \"" + setting.toLatin1() + '"'), 4);
    const QJsonArray before = result.event(u"quantized"_s)[u"layers"_s].toArray(),
                     after = again.event(u"quantized"_s)[u"layers"_s].toArray();
    for (qsizetype i = 0; i < before.size(); ++i) {
        const double was = before[i][u"input"_s][u"high"_s].toDouble(), is = after[i][u"input"_s][u"high"_s].toDouble();
        QVERIFY2(ranges == u"observed"_s || (is != was && std::abs(is - was) < 0.5 * was), again.words());
    }
}

void TestCompressNumbers::oneSampleIsEnough()
{
    const CliResult result =
        compress({u"parent"_s, u"--quantize"_s, u"static"_s, u"--samples"_s, u"1"_s, u"--run-dir"_s, u"single"_s});
    QVERIFY2(result.code == 0, result.words());
}

void TestCompressNumbers::prunedNetworksCanBeQuantized()
{
    const CliResult pruned = compress({u"parent"_s, u"--prune"_s, u"0.3"_s, u"--run-dir"_s, u"smaller"_s});
    QVERIFY2(pruned.code == 0, pruned.words());
    const CliResult result = compress({u"smaller"_s, u"--quantize"_s, u"static"_s, u"--run-dir"_s, u"chain"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    const QJsonObject written = record(u"chain"_s);
    QCOMPARE(written[u"weights_from"_s][u"run"_s].toString(), path(u"smaller"_s));
}

/// Fewer channels of eight bits, within the ranges that are known.
void TestCompressNumbers::quantizedNetworksCanBePruned()
{
    const CliResult result = compress({u"parent"_s, u"--quantize"_s, u"static"_s, u"--prune"_s, u"0.3"_s, u"--retrain"_s, u"1"_s,
                                       u"--quantize"_s, u"static"_s, u"--run-dir"_s, u"cut"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    const QJsonObject quantized = stage(result, u"quantized"_s), pruned = stage(result, u"pruned"_s);
    QVERIFY2(pruned[u"parameters"_s].toDouble() < quantized[u"parameters"_s].toDouble(), result.words());
    QVERIFY2(pruned[u"bytes"_s].toDouble() < quantized[u"bytes"_s].toDouble(), result.words());
    QCOMPARE(readBytes(path(u"cut/project.netsmith"_s)).count("\"quantization\": \"int8\""), 4);
    QVERIFY2(QFileInfo(path(u"cut/checkpoints/last/weights.safetensors"_s)).size() < quantized[u"bytes"_s].toDouble(),
             result.words());
    QVERIFY(m_cli->run({u"evaluate"_s, u"cut"_s}).code == 0);
}

/// Kernels alone: the ranges are not needed any more.
void TestCompressNumbers::aQuantizedNetworkCanBeQuantizedOtherwise()
{
    QVERIFY(compress({u"parent"_s, u"--quantize"_s, u"static"_s, u"--run-dir"_s, u"integers"_s}).code == 0);
    const CliResult result = compress(
        {u"integers"_s, u"--quantize"_s, u"weights"_s, u"--layers"_s, u"hidden"_s, u"--run-dir"_s, u"half"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    const QByteArray project = readBytes(path(u"half/project.netsmith"_s));
    QCOMPARE(project.count("\"quantization\": \"int8\""), 3);
    QCOMPARE(project.count("\"quantization\": \"weights\""), 1);
}

/// Where the run's data is not there, its stand-in gives no ranges, and nothing is written.
void TestCompressNumbers::otherDataIsRefused()
{
    m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, path(u"nowhere"_s));
    const CliResult result = compress({u"parent"_s, u"--quantize"_s, u"static"_s, u"--run-dir"_s, u"strange"_s});
    const CliResult pruned =
        compress({u"parent"_s, u"--prune"_s, u"0.5"_s, u"--criterion"_s, u"taylor"_s, u"--run-dir"_s, u"strange"_s});
    m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, path(u"data"_s));
    for (const CliResult& each : {result, pruned}) {
        QVERIFY(each.code != 0);
        QVERIFY2(each.err.contains("the run was trained on \"mnist\""), each.words());
    }
    QVERIFY(!QFileInfo::exists(path(u"strange"_s)));
}

void TestCompressNumbers::mistakesAreSentences_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("words");
    const QStringList base{u"parent"_s, u"--quantize"_s, u"static"_s};
    QTest::newRow("mode") << QStringList{u"parent"_s, u"--quantize"_s, u"int3"_s} << u"static"_s;
    QTest::newRow("calibration") << base + QStringList{u"--calibration"_s, u"max"_s} << u"min-max"_s;
    QTest::newRow("format of integers") << base + QStringList{u"--format"_s, u"int4"_s} << u"only weights can be int4"_s;
    QTest::newRow("learned ranges of weights")
        << QStringList{u"parent"_s, u"--quantize"_s, u"weights"_s, u"--ranges"_s, u"learned"_s}
        << u"only ranges of \"--quantize static\""_s;
    QTest::newRow("ranges") << base + QStringList{u"--ranges"_s, u"fixed"_s} << u"--ranges"_s;
    QTest::newRow("unknown format") << QStringList{u"parent"_s, u"--quantize"_s, u"weights"_s, u"--format"_s, u"int3"_s}
                                    << u"float8_e4m3"_s;
    QTest::newRow("trained afterwards") << QStringList{u"parent"_s,  u"--quantize"_s, u"weights"_s, u"--format"_s,
                                                       u"float16"_s, u"--retrain"_s,  u"1"_s}
                                        << u"would not be float16 any more"_s;
    QTest::newRow("layer") << base + QStringList{u"--float"_s, u"frist"_s} << u"first, second, hidden, output"_s;
    QTest::newRow("no layer of products") << base + QStringList{u"--layers"_s, u"norm"_s} << u"there is no layer \"norm\""_s;
    QTest::newRow("points") << base + QStringList{u"--points"_s, u"101"_s} << u"points from 0 to 100"_s;
    QTest::newRow("points of a share") << QStringList{u"parent"_s, u"--prune"_s, u"0.5"_s, u"--points"_s, u"1"_s}
                                       << u"belongs after: --quantize"_s;
    QTest::newRow("multiple") << QStringList{u"parent"_s, u"--prune"_s, u"0.5"_s, u"--round-to"_s, u"0"_s} << u"--round-to"_s;
    QTest::newRow("samples") << base + QStringList{u"--samples"_s, u"0"_s} << u"--samples"_s;
    QTest::newRow("criterion") << base + QStringList{u"--criterion"_s, u"l1"_s} << u"belongs after: --goal, --prune"_s;
    QTest::newRow("run") << QStringList{u"nowhere"_s, u"--quantize"_s, u"static"_s} << u"nowhere"_s;
}

void TestCompressNumbers::mistakesAreSentences()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, words);
    const CliResult result = compress(arguments);
    QVERIFY(result.code != 0);
    QVERIFY2(result.err.contains(words.toUtf8()), result.words());
}

NETSMITH_TEST(TestCompressNumbers)

} // namespace test_compress_numbers

#include "test_compress_numbers.moc"
