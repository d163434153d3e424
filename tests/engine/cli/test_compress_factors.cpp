#include "tests/engine/cli/compressed_folder.h"
#include "tests/test_program.h"

#include <cmath>

namespace test_compress_factors {

using namespace netsmith;
using namespace netsmith::test;

/// `compress --factorize`: a run with layers of a lower rank, which every other command takes.
class TestCompressFactors : public QObject, private CompressedFolder {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { begin(); }
    void layersBecomeTwo();
    void mistakesAreSentences_data();
    void mistakesAreSentences();
};

void TestCompressFactors::layersBecomeTwo()
{
    const CliResult result = compress({u"parent"_s, u"--factorize"_s, u"energy:0.9"_s, u"--retrain"_s, u"1"_s, u"--run-dir"_s,
                                       u"split"_s, u"--name"_s, u"thin"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    const QJsonObject split = result.event(u"factorized"_s);
    QVERIFY2(split[u"flops"_s].toDouble() < split[u"flops_before"_s].toDouble(), result.words());
    QVERIFY(split[u"parameters"_s].toInt() < split[u"parameters_before"_s].toInt());
    const QJsonArray layers = split[u"layers"_s].toArray();
    QCOMPARE(layers.size(), 4);
    for (const QJsonValue layer : layers)
        if (layer[u"kept"_s].isUndefined()) // of the energy a tenth is lost at most, of the norm its root
            QVERIFY(layer[u"error"_s].toDouble() <= std::sqrt(0.1) + 1e-9);
    QList<QString> stages;
    for (const QJsonObject& line : result.lines())
        if (line[u"event"_s] == u"stage"_s)
            stages << line[u"stage"_s].toString();
    QCOMPARE(stages, (QList<QString>{u"original"_s, u"factorized"_s, u"retrained"_s}));
    QCOMPARE(parentOf(u"split"_s), path(u"parent"_s));
    QCOMPARE(QJsonDocument::fromJson(readBytes(path(u"split/compression.json"_s)))[u"energy_share"_s].toDouble(), 0.9);
    QVERIFY(readBytes(path(u"split/project.netsmith"_s)).contains("second_basis"));
    for (const QStringList& command :
         {QStringList{u"evaluate"_s, u"split"_s}, QStringList{u"export"_s, u"split"_s, u"split.onnx"_s},
          QStringList{u"pack"_s, u"split"_s, u"split.nsm"_s},
          QStringList{u"compress"_s, u"split"_s, u"--prune"_s, u"0.25"_s, u"--run-dir"_s, u"pruned"_s}}) {
        const CliResult used = m_cli->run(command);
        QVERIFY2(used.code == 0, used.words());
    }
}

void TestCompressFactors::mistakesAreSentences_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char* name, const QStringList& arguments, int code, const char* words) {
        QTest::newRow(name) << arguments << code << QByteArray(words);
    };
    row("no number", {u"--factorize"_s, u"half"_s}, 2, "expected the share of the rank to keep");
    row("a share of 1", {u"--factorize"_s, u"1"_s}, 2, "above 0 and below 1");
    row("no gain", {u"--factorize"_s, u"0.99"_s}, 3, "can be split into two that need fewer multiplications");
    row("no such layer", {u"--factorize"_s, u"0.2"_s, u"--layers"_s, u"norm"_s}, 3, "there is no layer \"norm\"");
    row("scope", {u"--factorize"_s, u"0.2"_s, u"--scope"_s, u"layer"_s}, 2, "after: --prune, --sparsity");
}

void TestCompressFactors::mistakesAreSentences()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QByteArray, words);
    refuses(QStringList{u"parent"_s} + arguments, code, words);
}

NETSMITH_TEST(TestCompressFactors)

} // namespace test_compress_factors

#include "test_compress_factors.moc"
