#include "engine/interop/onnx/onnx_file.h"
#include "tests/test_program.h"

#include <QtTest>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace test_onnx_file {

using namespace netsmith;
using namespace netsmith::interop;
namespace fs = std::filesystem;

namespace {

const fs::path fixtures = fs::path(NETSMITH_FIXTURES) / "weights" / "onnx";

OnnxModel opened(const std::string& name)
{
    return openOnnx(fixtures / (name + ".onnx")).take();
}

std::string contentOf(const fs::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::span<const std::byte> bytesOf(std::string_view text)
{
    return std::as_bytes(std::span(text));
}

} // namespace

/// A model's graph is described as it is in the file, and hostile files are rejected.
class TestOnnxFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsHead();
    void readsGraph();
    void readsAttributes();
    void sortsNodes();
    void readsSubgraphs();
    void readsFunctions();
    void readsIntegers();
    void readsNewerFiles();
    void refuses_data();
    void refuses();
    void followsNoLinkOutside();
    void readsThroughLinksInside();
    void refusesExternalDataInMemory();
    void refusesEveryTruncation();
    void refusesToExpand();
};

void TestOnnxFile::readsHead()
{
    const OnnxModel model = opened("types");
    QCOMPARE(model.irVersion, 8);
    QCOMPARE(model.producer, std::string("fixture 1"));
    QCOMPARE(model.opset().value_or(0), 17);
    QVERIFY(!model.opset("com.microsoft"));
    QVERIFY(model.notes.empty());
    QCOMPARE(model.graph.initializers.size(), std::size_t{24});
}

void TestOnnxFile::readsGraph()
{
    const OnnxModel model = opened("constants");
    const OnnxValue& input = model.graph.inputs.at(0);
    QCOMPARE(input.name, std::string("x"));
    QVERIFY(input.type == OnnxType::float32);
    QVERIFY(input.shape && input.shape->size() == 2);
    QCOMPARE(input.shape->at(0).name, std::string("batch"));
    QCOMPARE(input.shape->at(0).size, -1);
    QCOMPARE(input.shape->at(1).size, 3);
    QVERIFY(model.graph.inputs.at(1).type == OnnxType::boolean);
    QVERIFY(model.graph.inputs.at(1).shape && model.graph.inputs.at(1).shape->empty());
    QCOMPARE(model.graph.outputs.at(0).name, std::string("z"));
}

void TestOnnxFile::readsAttributes()
{
    const OnnxModel model = opened("constants");
    const auto dense = std::ranges::find(model.graph.nodes, std::string("dense"), &OnnxNode::name);
    QVERIFY(dense != model.graph.nodes.end());
    QCOMPARE(dense->op, std::string("Gemm"));
    QCOMPARE(dense->inputs, (std::vector<std::string>{"clipped", "kernel", "bias"}));
    QCOMPARE(dense->outputs, std::vector<std::string>{"y"});
    QCOMPARE(dense->integer("transB", 5), 0);
    QCOMPARE(dense->integer("transA", 5), 5);
    QVERIFY(dense->attribute("alpha") && std::get<float>(dense->attribute("alpha")->value) == 1.5f);
    const auto axes = std::ranges::find(model.graph.nodes, std::vector<std::string>{"axes"}, &OnnxNode::outputs);
    QCOMPARE(std::get<std::vector<std::int64_t>>(axes->attribute("value_ints")->value), (std::vector<std::int64_t>{1, 2}));
    QCOMPARE(axes->title(), std::string("Constant \"axes\""));
}

void TestOnnxFile::sortsNodes()
{
    std::vector<std::string> order;
    for (const OnnxNode& node : opened("constants").graph.nodes)
        order.push_back(node.outputs.front());
    QCOMPARE(order, (std::vector<std::string>{"kernel", "bias", "low", "high", "clipped", "y", "z", "axes"}));
}

void TestOnnxFile::readsSubgraphs()
{
    const OnnxModel model = opened("constants");
    const auto choice = std::ranges::find(model.graph.nodes, std::string("choice"), &OnnxNode::name);
    const auto& branch = std::get<std::vector<OnnxGraph>>(choice->attribute("else_branch")->value).at(0);
    QCOMPARE(branch.name, std::string("branch20"));
    QCOMPARE(branch.nodes.size(), std::size_t{2});
    QCOMPARE(branch.nodes.at(1).inputs, (std::vector<std::string>{"y", "inner"}));

    int depth = 0;
    const OnnxModel deep = opened("nested");
    for (const OnnxGraph* graph = &deep.graph; !graph->nodes.empty(); ++depth)
        graph = &std::get<std::vector<OnnxGraph>>(graph->nodes.at(0).attribute("then_branch")->value).at(0);
    QCOMPARE(depth, 20);
}

void TestOnnxFile::readsFunctions()
{
    const OnnxModel model = opened("function");
    const OnnxFunction& function = model.functions.at(0);
    QCOMPARE(function.domain, std::string("local"));
    QCOMPARE(function.graph.name, std::string("Scaled"));
    QCOMPARE(function.graph.inputs.at(0).name, std::string("a"));
    QCOMPARE(function.graph.nodes.size(), std::size_t{2});
    QCOMPARE(model.graph.nodes.at(0).domain, std::string("local"));
}

void TestOnnxFile::readsIntegers()
{
    const OnnxModel model = opened("types");
    const auto numbers = [&](const std::string& name) {
        std::vector<std::int64_t> out;
        const auto tensor = std::ranges::find(model.graph.initializers, name, &OnnxTensor::name);
        for (std::int64_t i = 0; i < tensor->elements; ++i)
            out.push_back(integerAt(*tensor, i));
        return out;
    };
    QCOMPARE(numbers("i64"), (std::vector<std::int64_t>{1, 2, -3}));
    QCOMPARE(numbers("i32"), (std::vector<std::int64_t>{1, 2, -3}));
    QCOMPARE(numbers("u64"), std::vector<std::int64_t>{-1});
    QCOMPARE(numbers("u32"), std::vector<std::int64_t>{0xffffffff});
    QCOMPARE(numbers("i16"), std::vector<std::int64_t>{-5});
    QCOMPARE(numbers("bool"), (std::vector<std::int64_t>{0, 1}));
    QVERIFY(numbers("empty").empty());
    const auto texts = std::ranges::find(model.graph.initializers, std::string("text"), &OnnxTensor::name);
    QCOMPARE(texts->texts, (std::vector<std::string>{"a", "b"}));
}

void TestOnnxFile::readsNewerFiles()
{
    const OnnxModel model = opened("newer");
    QCOMPARE(model.graph.initializers.size(), std::size_t{1});
    QCOMPARE(model.notes.size(), std::size_t{2});
    QCOMPARE(model.notes.at(0).id(), std::string("onnx.newer_ir"));
    QCOMPARE(model.notes.at(1).id(), std::string("onnx.newer_opset"));
}

void TestOnnxFile::refuses_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("part"); ///< of the sentence
    const auto row = [](const char* file, const char* id, const char* part) { QTest::newRow(file) << id << part; };
    row("cycle", "onnx.cycle", "Add \"second\"");
    row("undefined", "onnx.undefined", "\"nowhere\"");
    row("twice", "onnx.twice", "\"y\"");
    row("clash", "onnx.twice", "\"w\"");
    row("negative", "onnx.negative", "size -2");
    row("overflow", "onnx.overflow", "\"w\"");
    row("huge", "onnx.count", "1099511627776 numbers");
    row("raw_short", "onnx.raw", "12 bytes for its shape and has 11");
    row("raw_long", "onnx.raw", "12 bytes for its shape and has 13");
    row("list_short", "onnx.count", "3 numbers for its shape and has 2");
    row("too_large", "onnx.number", "holds 256");
    row("sparse", "onnx.sparse", "\"mostly_zero\"");
    row("absolute", "onnx.external.outside", "/etc/passwd");
    row("upwards", "onnx.external.outside", "parts/../../make_onnx.py");
    row("no_location", "onnx.external.outside", "\"w\"");
    row("missing", "onnx.external.missing", "gone.bin");
    row("beyond", "onnx.external.range", "12 bytes from 8 of \"external.bin\", which has 16");
    row("length", "onnx.external.length", "12 bytes for its shape, but 8");
    row("offset", "onnx.external.number", "offset \"-4\"");
    row("no_opset", "onnx.no_opset", "operators");
    row("no_graph", "onnx.parse", "not an ONNX model");
    row("deep", "onnx.parse", "nested too deeply");
    row("not_unicode", "onnx.utf8", "\\xff");
}

void TestOnnxFile::refuses()
{
    QFETCH(const QString, id);
    QFETCH(const QString, part);
    const fs::path path = fixtures / (std::string(QTest::currentDataTag()) + ".onnx");
    QVERIFY(fs::exists(path));
    const auto model = openOnnx(path);
    QVERIFY(!model);
    QVERIFY(model.error().kind() == ErrorKind::input);
    QCOMPARE(QString::fromStdString(model.error().message().id()), id);
    const auto text = QString::fromUtf8(model.error().what());
    QVERIFY2(text.contains(part), qPrintable(text));
    QVERIFY2(text.contains(QString::fromStdString(path.string())), qPrintable(text));
}

void TestOnnxFile::followsNoLinkOutside()
{
    const QTemporaryDir folder, elsewhere;
    const fs::path inside = folder.path().toStdString(), outside = elsewhere.path().toStdString();
    fs::copy_file(fixtures / "link.onnx", inside / "link.onnx");
    std::ofstream(outside / "secret.bin") << "1234";
    fs::create_symlink(outside / "secret.bin", inside / "link.bin");
    const auto model = openOnnx(inside / "link.onnx");
    QVERIFY(!model);
    QCOMPARE(model.error().message().id(), std::string("onnx.external.outside"));
}

void TestOnnxFile::readsThroughLinksInside()
{
    const QTemporaryDir folder;
    const fs::path inside = folder.path().toStdString();
    fs::copy_file(fixtures / "link.onnx", inside / "link.onnx");
    std::ofstream(inside / "data.bin") << "1234";
    fs::create_symlink("data.bin", inside / "link.bin");
    const OnnxModel model = openOnnx(inside / "link.onnx").take();
    QVERIFY(std::ranges::equal(model.graph.initializers.at(0).bytes, bytesOf("1234")));
}

void TestOnnxFile::refusesExternalDataInMemory()
{
    const std::string content = contentOf(fixtures / "external.onnx");
    const auto model = parseOnnx(bytesOf(content), "model");
    QVERIFY(!model);
    QCOMPARE(model.error().message().id(), std::string("onnx.external.no_folder"));
}

void TestOnnxFile::refusesEveryTruncation()
{
    for (const char* name : {"types", "constants", "quantized", "function", "nested"}) {
        const std::string content = contentOf(fixtures / (std::string(name) + ".onnx"));
        QVERIFY(parseOnnx(bytesOf(content), "whole"));
        // The opsets, which every model has, are last.
        for (std::size_t size = 0; size < content.size() - 2; ++size)
            QVERIFY2(!parseOnnx(bytesOf(std::string_view(content).substr(0, size)), "part") || name == std::string("function"),
                     qPrintable(QString("%1, %2 bytes").arg(name).arg(size)));
    }
}

/// A million empty nodes, of which each takes two bytes in the file and more than a hundred in memory.
void TestOnnxFile::refusesToExpand()
{
    const std::string length("\x80\x89\x7a", 3); // 2,000,000
    std::string graph(2'000'000, '\0');
    for (std::size_t i = 0; i < graph.size(); i += 2)
        graph[i] = '\x0a'; // the field of nodes; then their length, 0
    const std::string content = "\x3a" + length + graph;
    const auto model = parseOnnx(bytesOf(content), "model");
    QVERIFY(!model);
    QCOMPARE(model.error().message().id(), std::string("onnx.expands"));
}

NETSMITH_TEST(TestOnnxFile)

} // namespace test_onnx_file

#include "test_onnx_file.moc"
