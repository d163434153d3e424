#include "engine/interop/onnx/onnx_file.h"
#include "tests/engine/cli/run_folder.h"
#include "tests/engine/report/parsed_markup.h"
#include "tests/test_program.h"

#include <QFile>
#include <QFileInfo>
#include <QtTest>

#include <algorithm>

namespace test_export {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

/// `export`: a run as a page, its network as an ONNX model, a network as a drawing.
class TestExportCommand : public QObject, private RunFolder {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aRunIsAPage();
    void withoutItsDataItSaysSo();
    void predictionsMayBeLeftOut();
    void runsAreOnnxModels();
    void runsArePacked();
    void runsAreKeptAmongTheModels();
    void networksAreDrawings();
    void mistakesAreSentences_data();
    void mistakesAreSentences();
    void anOldFileStaysUntilTheNewOneIsComplete();

private:
    CliResult exported(const QStringList& arguments) const { return m_cli->run(QStringList{u"export"_s} + arguments); }
    ParsedMarkup markup(const QString& name) const { return ParsedMarkup(readBytes(path(name)).toStdString()); }
};

void TestExportCommand::initTestCase()
{
    begin();
    const CliResult trained = m_cli->run(train(u"run"_s));
    QVERIFY2(trained.code == 0, trained.words());
}

void TestExportCommand::aRunIsAPage()
{
    const CliResult evaluated = m_cli->run({u"evaluate"_s, u"run"_s, u"--json"_s});
    QVERIFY2(evaluated.code == 0, evaluated.words());
    const CliResult result = exported({u"run"_s, u"page.html"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    QCOMPARE(result.event(u"exported"_s)[u"file"_s].toString(), u"page.html"_s);
    const ParsedMarkup page = markup(u"page.html"_s);
    QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
    QVERIFY(page.texts("h2").contains(u"Predictions"_s));
    int samples = 0;
    for (const char* kind : {"hit", "miss", "none"})
        for (const QString& count : page.texts("td", kind))
            samples += count.toInt();
    QCOMPARE(samples, 50); // all of the validation
    const double accuracy = evaluated.event(u"evaluation"_s)[u"accuracy"_s].toDouble();
    const QString words = QString::number(100.0 * accuracy, 'f', 2) + u" %"_s;
    QVERIFY2(page.texts("p").join(u'\n').contains(u"Accuracy "_s + words), qPrintable(words));
    QCOMPARE(page.all("g", "layer").size(), std::size_t{5});
}

void TestExportCommand::withoutItsDataItSaysSo()
{
    QVERIFY(QFile::rename(path(u"data"_s), path(u"elsewhere"_s)));
    const CliResult result = exported({u"run"_s, u"lonely.html"_s});
    QVERIFY(QFile::rename(path(u"elsewhere"_s), path(u"data"_s)));
    QVERIFY2(result.code == 0, result.words());
    const ParsedMarkup page = markup(u"lonely.html"_s);
    QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
    QVERIFY(page.texts("p", "careful").front().contains(u"could not be predicted"_s));
    QVERIFY(page.all("svg", "plot").size() >= 1);
}

void TestExportCommand::predictionsMayBeLeftOut()
{
    const CliResult result = exported({u"run"_s, u"short.HTML"_s, u"--no-predictions"_s});
    QVERIFY2(result.code == 0, result.words());
    QVERIFY(!markup(u"short.HTML"_s).texts("h2").contains(u"Predictions"_s));
    QVERIFY(exported({u"run"_s, u"again.html"_s, u"--no-predictions"_s}).code == 0);
    QCOMPARE(readBytes(path(u"again.html"_s)), readBytes(path(u"short.HTML"_s))); // the same run, the same page
}

void TestExportCommand::runsAreOnnxModels()
{
    const auto model = [&](const QString& name, const QStringList& options) {
        const CliResult result = exported(QStringList{u"run"_s, name, u"--json"_s} + options);
        const interop::OnnxModel read = interop::openOnnx(path(name).toStdString()).take();
        const QJsonObject event = result.event(u"exported"_s);
        const bool told = event[u"nodes"_s].toInt() == static_cast<int>(read.graph.nodes.size())
            && event[u"bytes"_s].toInt() == QFileInfo(path(name)).size();
        return told ? read : interop::OnnxModel();
    };
    const auto has = [](const interop::OnnxModel& read, std::string_view op) {
        return std::ranges::any_of(read.graph.nodes, [&](const interop::OnnxNode& node) { return node.op == op; });
    };
    const interop::OnnxModel whole = model(u"model.onnx"_s, {});
    QCOMPARE(whole.graph.outputs.size(), std::size_t{1});
    QVERIFY(has(whole, "Div") && !has(whole, "Cast"));
    QVERIFY(has(model(u"half.ONNX"_s, {u"--weights"_s, u"float16"_s}), "Cast"));
    QVERIFY(!has(model(u"bare.onnx"_s, {u"--no-preprocessing"_s}), "Div"));
}

/// As `pack` writes them, to the byte.
void TestExportCommand::runsArePacked()
{
    const CliResult packed = m_cli->run({u"pack"_s, u"run"_s, u"packed.nsm"_s});
    QVERIFY2(packed.code == 0, packed.words());
    const CliResult result = exported({u"run"_s, u"exported.nsm"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    const QByteArray bytes = readBytes(path(u"exported.nsm"_s));
    QCOMPARE(result.event(u"exported"_s)[u"bytes"_s].toInteger(), bytes.size());
    QVERIFY(bytes == readBytes(path(u"packed.nsm"_s)));
}

void TestExportCommand::runsAreKeptAmongTheModels()
{
    const QStringList here{u"--data-dir"_s, path(u"data"_s), u"--json"_s};
    const auto models = [&](const QStringList& arguments) { return m_cli->run(QStringList{u"models"_s} + arguments + here); };
    const CliResult before = models({u"list"_s});
    QVERIFY2(before.code == 0, before.words());
    const CliResult added = models({u"add"_s, u"run"_s, u"my-digits"_s});
    QVERIFY2(added.code == 0, added.words());
    const QString file = added.event(u"added"_s)[u"file"_s].toString();
    QCOMPARE(file, path(u"data/models/my-digits/my-digits.nsm"_s));
    const CliResult after = models({u"list"_s});
    QCOMPARE(after.lines().size(), before.lines().size() + 1);
    QCOMPARE(after.lines().last()[u"file"_s].toString(), file);
    const CliResult begun = m_cli->run(train(u"begun"_s, {u"--weights"_s, file, u"--steps"_s, u"0"_s}));
    QVERIFY2(begun.code == 0, begun.words());
    QCOMPARE(m_cli->run({u"evaluate"_s, u"begun"_s, u"--json"_s}).event(u"evaluation"_s)[u"loss"_s].toDouble(),
             m_cli->run({u"evaluate"_s, u"run"_s, u"--json"_s}).event(u"evaluation"_s)[u"loss"_s].toDouble());
    QCOMPARE(models({u"add"_s, u"run"_s, u"../my"_s}).code, 2);
    QCOMPARE(models({u"add"_s, u"run"_s, u"yolo_fastest"_s}).code, 2); // another's
    QCOMPARE(models({u"fetch"_s, u"none"_s}).code, 2);
    const CliResult shown = models({u"show"_s, u"yolo_fastest"_s});
    QCOMPARE(shown.lines().last()[u"files"_s].toArray().size(), 2);
    const CliResult absent = m_cli->run({u"import"_s, u"yolo_fastest"_s, u"yolo.netsmith"_s});
    QVERIFY2(absent.code == 3 && absent.err.contains("models fetch yolo_fastest"), absent.words());
}

void TestExportCommand::networksAreDrawings()
{
    for (const QString& from : {u"run"_s, u"small.netsmith"_s}) {
        const CliResult result = exported({from, u"network.svg"_s, u"--json"_s});
        QVERIFY2(result.code == 0, result.words());
        QCOMPARE(result.event(u"exported"_s)[u"nodes"_s].toInt(), 6); // five layers and the loss
        const ParsedMarkup drawing = markup(u"network.svg"_s);
        QVERIFY2(drawing.error.isEmpty(), qPrintable(drawing.error));
        QCOMPARE(drawing.elements.front().name, u"svg"_s);
        QCOMPARE(drawing.all("g", "layer").size(), std::size_t{5});
        QCOMPARE(drawing.all("path", "wire").size(), std::size_t{5});
    }
}

void TestExportCommand::mistakesAreSentences_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    QTest::newRow("unknown kind") << QStringList{u"run"_s, u"page.docx"_s} << 2 << u"FILE.html"_s;
    QTest::newRow("a project has no page") << QStringList{u"small.netsmith"_s, u"bad.html"_s} << 2 << u"name the run's folder"_s;
    QTest::newRow("a project has no weights") << QStringList{u"small.netsmith"_s, u"bad.onnx"_s} << 2 << u"name the run's folder"_s;
    QTest::newRow("no run to export") << QStringList{u"data"_s, u"bad.onnx"_s} << 3 << u"data"_s;
    QTest::newRow("unknown type of weights") << QStringList{u"run"_s, u"bad.onnx"_s, u"--weights"_s, u"int4"_s} << 2
                                             << u"float16"_s;
    QTest::newRow("no run") << QStringList{u"data"_s, u"bad.html"_s} << 3 << u"data"_s;
    QTest::newRow("a script without its framework") << QStringList{u"run"_s, u"bad.py"_s} << 2 << u"--framework"_s;
    QTest::newRow("a project is not packed") << QStringList{u"small.netsmith"_s, u"bad.nsm"_s} << 2 << u"has no weights"_s;
    QTest::newRow("no run to draw") << QStringList{u"data"_s, u"page.svg"_s} << 3 << u"data"_s;
    QTest::newRow("no such project") << QStringList{u"none.netsmith"_s, u"page.svg"_s} << 3 << u"none.netsmith"_s;
    QTest::newRow("no such folder") << QStringList{u"run"_s, u"no/bad.html"_s} << 3 << u"no/bad.html"_s;
}

void TestExportCommand::mistakesAreSentences()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, words);
    const CliResult result = exported(arguments);
    QVERIFY2(result.code == code, result.words());
    QVERIFY2(QString::fromUtf8(result.err).contains(words), result.words());
    QVERIFY(result.out.isEmpty());
    QVERIFY(!QFile::exists(path(arguments[1])));
}

void TestExportCommand::anOldFileStaysUntilTheNewOneIsComplete()
{
    writeBytes(path(u"old.html"_s), "old");
    QVERIFY(exported({u"data"_s, u"old.html"_s}).code != 0);
    QCOMPARE(readBytes(path(u"old.html"_s)), QByteArray("old"));
    QVERIFY(exported({u"run"_s, u"old.html"_s, u"--no-predictions"_s}).code == 0);
    QVERIFY(readBytes(path(u"old.html"_s)).startsWith("<!DOCTYPE html>"));
}

NETSMITH_TEST(TestExportCommand)

} // namespace test_export

#include "test_export.moc"
