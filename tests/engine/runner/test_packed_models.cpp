#include "engine/graph/graph.h"
#include "tests/engine/cli/fixture.h"
#include "tests/engine/input/picture_bytes.h"
#include "tests/engine/runner/trained_runs.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

#include <png.h>

namespace test_packed_models {

using namespace Qt::StringLiterals;
using namespace netsmith::test;
using netsmith::Json;

namespace {

using Texts = std::map<std::string, std::string>;
using Change = std::function<void(Texts&)>;

/// The "prediction" events, without the labels that only evaluation knows.
QList<QJsonObject> predictions(const CliResult& result)
{
    QList<QJsonObject> found;
    for (QJsonObject line : result.lines())
        if (line[u"event"].toString() == u"prediction"_s) {
            for (const QString& key : {u"label"_s, u"label_name"_s, u"right"_s, u"known"_s, u"truth"_s, u"error"_s})
                line.remove(key);
            found.append(line);
        }
    return found;
}

} // namespace

/// A trained network in one file, asked by the program that has nothing else.
class TestPackedModels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void saysWhatTheRunSays_data();
    void saysWhatTheRunSays();
    void smallerBatchesAreNear();
    void readsStdin();
    void describes();
    void theSameRunGivesTheSameFile();
    void keepsNoPaths();
    void refusesDamage();
    void refusesOtherContent_data();
    void refusesOtherContent();
    void refusesWrongCalls_data();
    void refusesWrongCalls();
    void needsFewLibraries();

private:
    std::string model(const QString& name = u"mnist_cnn.nsm"_s) const { return readBytes(m_runs->path(name)).toStdString(); }
    std::unique_ptr<TrainedRuns> m_runs;
};

void TestPackedModels::initTestCase()
{
    m_runs = std::make_unique<TrainedRuns>();
    for (const QString& name : {u"mnist_cnn"_s, u"sentiment"_s, u"table_classifier"_s, u"text_lstm"_s})
        QVERIFY2(m_runs->train(name), qPrintable(name));
    std::vector<std::uint8_t> pixels(28 * 28);
    for (std::size_t i = 0; i < pixels.size(); ++i)
        pixels[i] = static_cast<std::uint8_t>(i * 7 % 256);
    writeBytes(m_runs->path(u"one.png"_s), QByteArray::fromStdString(pngBytes(28, 28, PNG_COLOR_TYPE_GRAY, 8, pixels)));
    writeBytes(
        m_runs->path(u"rows.csv"_s),
        "sepal length,sepal width,petal length,petal width,soil\n5.1,3.5,1.4,0.2,clay\n6.2,,4.5,1.5,sand\n7.7,2.6,6.9,2.3,loam\n");
}

void TestPackedModels::saysWhatTheRunSays_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("inputs");
    QTest::addColumn<int>("count");
    QTest::newRow("pictures") << u"mnist_cnn"_s << QStringList{u"one.png"_s, u"data/mnist/t10k-images-idx3-ubyte"_s} << 41;
    QTest::newRow("texts") << u"sentiment"_s
                           << QStringList{u"--text"_s, u"a wonderful film"_s, u"--text"_s, u"what a dull and long evening"_s} << 2;
    QTest::newRow("rows") << u"table_classifier"_s << QStringList{u"rows.csv"_s} << 3;
}

void TestPackedModels::saysWhatTheRunSays()
{
    QFETCH(QString, name);
    QFETCH(QStringList, inputs);
    QFETCH(int, count);
    const QList<QJsonObject> expected = predictions(m_runs->cli(QStringList{u"predict"_s, name} + inputs));
    QCOMPARE(expected.size(), count);
    const CliResult byProgram = m_runs->run(QStringList{u"--json"_s, name + u".nsm"_s} + inputs);
    QVERIFY2(byProgram.code == 0, byProgram.words());
    QCOMPARE(predictions(byProgram), expected);
    const CliResult byCli =
        m_runs->cli(QStringList{u"predict"_s, name + u".nsm"_s, u"--device"_s, QStringLiteral(NETSMITH_TEST_DEVICE)} + inputs);
    QVERIFY2(byCli.code == 0, byCli.words());
    QCOMPARE(predictions(byCli), expected);
    // Words for people are the same too, up to the label.
    const CliResult words = m_runs->run(QStringList{name + u".nsm"_s, u"--top"_s, u"2"_s} + inputs);
    QCOMPARE(words.out.count('\n'), count);
    QVERIFY2(words.out.contains(expected.front()[u"name"].toString().toUtf8() + ' '), words.words());
}

void TestPackedModels::smallerBatchesAreNear()
{
    const QStringList inputs{u"mnist_cnn.nsm"_s, u"data/mnist/t10k-images-idx3-ubyte"_s, u"--json"_s};
    const QList<QJsonObject> usual = predictions(m_runs->run(inputs));
    for (const QString& batch : {u"1"_s, u"7"_s, u"256"_s}) {
        const QList<QJsonObject> other = predictions(m_runs->run(inputs + QStringList{u"--batch"_s, batch}));
        QCOMPARE(other.size(), usual.size());
        for (qsizetype i = 0; i < usual.size(); ++i)
            for (int c = 0; c < 10; ++c)
                QVERIFY(std::abs(other[i][u"values"][c].toDouble() - usual[i][u"values"][c].toDouble()) < 1e-6);
    }
}

void TestPackedModels::readsStdin()
{
    const auto asked = [&](const QString& name, const QByteArray& input) {
        QList<QJsonObject> found = predictions(m_runs->run({name + u".nsm"_s, u"-"_s, u"--json"_s}, input));
        for (QJsonObject& each : found)
            each.remove(u"input"_s);
        return found;
    };
    const auto named = [&](const QString& name, const QStringList& inputs) {
        QList<QJsonObject> found = predictions(m_runs->run(QStringList{name + u".nsm"_s, u"--json"_s} + inputs));
        for (QJsonObject& each : found)
            each.remove(u"input"_s);
        return found;
    };
    QCOMPARE(asked(u"mnist_cnn"_s, readBytes(m_runs->path(u"one.png"_s))), named(u"mnist_cnn"_s, {u"one.png"_s}));
    QCOMPARE(asked(u"table_classifier"_s, readBytes(m_runs->path(u"rows.csv"_s))), named(u"table_classifier"_s, {u"rows.csv"_s}));
    QCOMPARE(asked(u"sentiment"_s, "good\r\n\nbad"), named(u"sentiment"_s, {u"--text"_s, u"good"_s, u"--text"_s, u"bad"_s}));
}

void TestPackedModels::describes()
{
    const QJsonObject model = m_runs->run({u"describe"_s, u"table_classifier.nsm"_s, u"--json"_s}).event(u"model"_s);
    const QJsonObject input = model[u"inputs"][0].toObject(), output = model[u"outputs"][0].toObject();
    QCOMPARE(input[u"kind"].toString(), u"rows"_s);
    QCOMPARE(input[u"columns"].toArray().size(), 5);
    QCOMPARE(output[u"kind"].toString(), u"probabilities"_s);
    QCOMPARE(output[u"classes"].toArray().size(), output[u"shape"][0].toInt());
    QCOMPARE(model[u"step"].toInt(), 4);
    const CliResult words = m_runs->run({u"describe"_s, u"mnist_cnn.nsm"_s});
    QVERIFY2(words.out.contains("picture, 28×28×1 of u8") && words.out.contains("0, 1, 2, 3, 4, 5, 6, 7, 8, 9"), words.words());
    QCOMPARE(m_runs->run({u"describe"_s, u"text_lstm.nsm"_s, u"--json"_s}).event(u"model"_s)[u"inputs"][0][u"kind"].toString(),
             u"text"_s);
}

void TestPackedModels::theSameRunGivesTheSameFile()
{
    QCOMPARE(m_runs->cli({u"pack"_s, u"mnist_cnn"_s, u"again.nsm"_s}).code, 0);
    QVERIFY(model(u"again.nsm"_s) == model());
    const CliResult packed = m_runs->cli({u"pack"_s, u"mnist_cnn.nsm"_s, u"third.nsm"_s});
    QVERIFY2(packed.code == 0, packed.words());
    QVERIFY(model(u"third.nsm"_s) == model());
    const QJsonObject event = packed.event(u"packed"_s);
    QCOMPARE(event[u"bytes"].toInteger(), static_cast<qint64>(model().size()));
}

void TestPackedModels::keepsNoPaths()
{
    for (const QString& name : {u"mnist_cnn.nsm"_s, u"text_lstm.nsm"_s})
        QVERIFY(model(name).find(m_runs->path({}).toStdString()) == std::string::npos);
}

void TestPackedModels::refusesDamage()
{
    const std::string whole = model();
    const auto refusal = [&](const std::string& content) {
        writeBytes(m_runs->path(u"damaged.nsm"_s), QByteArray::fromStdString(content));
        const CliResult result = m_runs->run({u"damaged.nsm"_s, u"one.png"_s});
        return result.code == 3 && result.err.count('\n') == 1 && result.out.isEmpty() ? result.err
                                                                                       : "not refused: " + result.words();
    };
    for (std::size_t part = 0; part < 16; ++part)
        QVERIFY2(refusal(whole.substr(0, whole.size() * part / 16)).startsWith("error: "), std::to_string(part).c_str());
    for (const std::size_t place : {std::size_t{9}, whole.find("\"sha256\"") + 12, whole.find("epoch"), whole.size() - 1}) {
        std::string changed = whole;
        changed[place] = static_cast<char>(changed[place] ^ 1);
        const QByteArray said = refusal(changed);
        QVERIFY2(said.startsWith("error: "), said);
    }
    std::string weight = whole;
    weight.back() = static_cast<char>(weight.back() ^ 1);
    QVERIFY2(refusal(weight).contains("does not have the SHA-256 that it names"), refusal(weight));
}

void TestPackedModels::refusesOtherContent_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, Change change, const char* says) {
        QTest::newRow(name) << std::move(change) << QByteArray(says);
    };
    const auto replaced = [](const std::string& key, const std::string& from, const std::string& to) {
        return [=](Texts& texts) {
            std::string& text = texts[key];
            const std::size_t at = text.find(from);
            if (at == std::string::npos)
                qFatal("%s has no %s", key.c_str(), from.c_str());
            text.replace(at, from.size(), to);
        };
    };
    row(
        "not a model", [](Texts& texts) { texts.erase("format"); }, "its header has no \"format\"");
    row(
        "another format", [](Texts& texts) { texts["format"] = "pt"; }, "but of the format \"pt\"");
    row(
        "a newer version", [](Texts& texts) { texts["version"] = "3"; }, "a newer one wrote it: update");
    row(
        "no version", [](Texts& texts) { texts["version"] = "one"; }, "of version \"one\"");
    row(
        "no hash", [](Texts& texts) { texts["sha256"] = "0"; }, "SHA-256");
    row(
        "no project", [](Texts& texts) { texts.erase("project"); }, "its header has no \"project\"");
    row(
        "project is no JSON", [](Texts& texts) { texts["project"] = "{"; }, "the \"project\" of the packed model");
    row(
        "project is huge", [](Texts& texts) { texts["project"] = std::string(17 << 20, ' '); }, "a project at most");
    row(
        "run is no JSON", [](Texts& texts) { texts["run"] = "[]"; }, "the \"run\" of the packed model");
    row(
        "no fields",
        [](Texts& texts) {
            Json run = Json::parse(texts["run"]);
            run["data"].erase("fields");
            texts["run"] = run.dump();
        },
        "what the fields of its data are");
    row(
        "checkpoint is no object", [](Texts& texts) { texts["checkpoint"] = "3"; }, "the \"checkpoint\" of the packed model");
    row("weights of another graph", replaced("project", "\"units\": 64", "\"units\": 65"), "this network needs");
    row("a graph that claims terabytes", replaced("project", "\"units\": 64", "\"units\": 1000000000"), "");
    row(
        "a graph without its wires",
        [](Texts& texts) {
            Json project = Json::parse(texts["project"]);
            project["graph"]["edges"] = Json::array();
            texts["project"] = project.dump();
        },
        "");
    row("a precision that does not exist", replaced("project", "\"fp32\"", "\"fp3\""), "fp3");
}

void TestPackedModels::refusesOtherContent()
{
    QFETCH(Change, change);
    QFETCH(QByteArray, says);
    writeBytes(m_runs->path(u"other.nsm"_s), QByteArray::fromStdString(repacked(model(), change)));
    const CliResult result = m_runs->run({u"other.nsm"_s, u"one.png"_s});
    QVERIFY2(result.code == 3 || result.code == 4, result.words());
    QVERIFY2(result.err.startsWith("error: ") && result.err.count('\n') == 1 && result.err.contains(says), result.words());
}

void TestPackedModels::refusesWrongCalls_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("nothing") << QStringList{} << 2 << QByteArray("MODEL");
    QTest::newRow("no input") << QStringList{u"mnist_cnn.nsm"_s} << 2 << QByteArray("nothing to predict");
    QTest::newRow("option") << QStringList{u"mnist_cnn.nsm"_s, u"--bacth"_s, u"1"_s} << 2 << QByteArray("--bacth");
    QTest::newRow("batch") << QStringList{u"mnist_cnn.nsm"_s, u"one.png"_s, u"--batch"_s, u"0"_s} << 2
                           << QByteArray("expected a whole number from 1 to 65536, got \"0\"");
    QTest::newRow("stdin twice") << QStringList{u"mnist_cnn.nsm"_s, u"-"_s, u"-"_s} << 2 << QByteArray("stdin can be read once");
    QTest::newRow("no model") << QStringList{u"none.nsm"_s, u"one.png"_s} << 3 << QByteArray("none.nsm");
    QTest::newRow("a picture") << QStringList{u"one.png"_s, u"one.png"_s} << 3 << QByteArray("one.png");
    QTest::newRow("a run") << QStringList{u"mnist_cnn"_s, u"one.png"_s} << 3 << QByteArray("mnist_cnn");
    QTest::newRow("no sample") << QStringList{u"mnist_cnn.nsm"_s, u"none.png"_s} << 3 << QByteArray("none.png");
    QTest::newRow("a text") << QStringList{u"mnist_cnn.nsm"_s, u"--text"_s, u"hello"_s} << 3 << QByteArray("just a text");
    QTest::newRow("pack: suffix") << QStringList{u"pack"_s, u"mnist_cnn"_s, u"model.bin"_s} << 2 << QByteArray("ends in .nsm");
    QTest::newRow("pack: no run") << QStringList{u"pack"_s, u"data"_s, u"model.nsm"_s} << 3 << QByteArray("is not a run");
}

void TestPackedModels::refusesWrongCalls()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QByteArray, says);
    const bool packs = !arguments.isEmpty() && arguments.front() == u"pack"_s;
    const CliResult result = packs ? m_runs->cli(arguments) : m_runs->run(arguments);
    QCOMPARE(result.code, code);
    QVERIFY2(result.err.startsWith("error: ") && result.err.count('\n') == 1 && result.err.contains(says), result.words());
}

/// What a machine needs that only predicts.
void TestPackedModels::needsFewLibraries()
{
    QProcess ldd;
    ldd.start(u"ldd"_s, {QStringLiteral(NETSMITH_RUN)});
    if (!ldd.waitForStarted())
        QSKIP("ldd is missing");
    QVERIFY(ldd.waitForFinished());
    const QByteArray libraries = ldd.readAllStandardOutput();
    QVERIFY2(libraries.contains("libnetsmith-core.so") && libraries.contains("libnetsmith-input.so"), libraries);
    for (const char* other :
         {"Qt", "curl", "cuda", "cudnn", "netsmith-data", "netsmith-train", "archive", "protobuf", "xml", "icu"})
        QVERIFY2(!libraries.contains(other), libraries);
}

NETSMITH_TEST(TestPackedModels)

} // namespace test_packed_models

#include "test_packed_models.moc"
