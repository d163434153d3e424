#include "engine/backend/loader.h"
#include "engine/catalog/catalog.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/interop/onnx/export/onnx_network.h"
#include "engine/interop/onnx/export/onnx_writer.h"
#include "engine/layers/registry.h"
#include "tests/engine/interop/onnx_peer.h"
#include "tests/engine/layers/layer_run.h"
#include "tests/engine/layers/parity_json.h"
#include "tests/test_program.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTextStream>
#include <QtTest>

#include <set>

namespace test_onnx_export {

using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::interop;

namespace {

constexpr double tolerance = 1e-5; // of the output's range

/// Layers of which tests/parity has no case: they pass their input, or scale it.
const std::set<std::string> withoutCase{"block", "input", "random_normal"};

/// A layer by itself with an input layer at each port, as a case of tests/parity has it.
struct ExportCase {
    std::string name;
    LayerInput input{};
    Graph graph{};
    Validation checked{};
};

Array numbersOf(const QJsonValue& tensor)
{
    return {parityShape(tensor["shape"]), parityValues(tensor["values"])};
}

void addLayer(ExportCase& each)
{
    Node node;
    node.id = "layer";
    node.layer = each.input.layer;
    node.parameters = each.input.parameters;
    const LayerSpec& spec = *layers().find(node.layer);
    std::size_t port = 0;
    for (std::size_t i = 0; i < each.input.inputs.size(); ++i) {
        Node input;
        input.id = "input_" + std::to_string(i);
        input.layer = "input";
        const Shape sample = each.input.inputs[i].shape.withoutBatch();
        input.parameters["shape"] = std::vector<std::int64_t>(sample.sizes().begin(), sample.sizes().end());
        each.graph.nodes.push_back(input);
        each.graph.edges.push_back({{input.id, "output"}, {"layer", spec.inputs.at(port).name}});
        if (!spec.inputs[port].many)
            ++port;
    }
    each.graph.nodes.push_back(node);
    each.checked = validate(each.graph, layers());
}

std::vector<ExportCase> allCases()
{
    std::vector<ExportCase> cases;
    const QStringList families = QDir(NETSMITH_PARITY_FIXTURES).entryList({"*.json"}, QDir::Files, QDir::Name);
    for (const QString& family : families)
        for (const QJsonValue json : parityFixture(family)["cases"].toArray()) {
            ExportCase each{QString("%1_%2").arg(cases.size(), 3, 10, QChar('0')).arg(json["name"].toString()).toStdString()};
            each.input.layer = json["layer"].toString().toStdString();
            if (!layers().find(each.input.layer)) // a family of another kind
                continue;
            each.input.training = false;
            each.input.parameters = parityParameters(json["parameters"]);
            for (const QJsonValue tensor : json["inputs"].toArray())
                each.input.inputs.push_back(numbersOf(tensor));
            for (const char* kind : {"weights", "statistics"}) {
                const QJsonObject tensors = json[kind].toObject();
                auto& into = kind == std::string("weights") ? each.input.weights : each.input.statistics;
                for (auto entry = tensors.begin(); entry != tensors.end(); ++entry)
                    into[entry.key().toStdString()] = numbersOf(*entry);
            }
            for (char& letter : each.name) // it names files
                letter = letter == ' ' || letter == '/' || letter == ',' ? '_' : letter;
            addLayer(each);
            cases.push_back(std::move(each));
        }
    return cases;
}

OnnxModel exported(const ExportCase& each)
{
    OnnxBuilder builder(OnnxWeights::float32);
    const OnnxNetwork network{each.graph, layers(), each.checked.shapes, [&](const std::string& id) {
                                  const std::string name = id.substr(id.find('.') + 1);
                                  const auto weight = each.input.weights.find(name);
                                  const Array& array =
                                      weight == each.input.weights.end() ? each.input.statistics.at(name) : weight->second;
                                  return WeightArray{array.shape, {array.values.begin(), array.values.end()}};
                              }};
    const OnnxOutputs outputs = exportLayers(builder, network, [&](const Node& node) {
        return OnnxEntry{builder.input(node.id, OnnxType::float32, *each.checked.shapes.at({node.id, "output"}))};
    });
    builder.output("layer", outputs.at({"layer", "output"}), *each.checked.shapes.at({"layer", "output"}));
    return finishedModel(builder, each.name);
}

PeerArray peerArray(const std::string& name, const Array& array)
{
    return {name, {array.shape.sizes().begin(), array.shape.sizes().end()}, {array.values.begin(), array.values.end()}};
}

QStringList attributesOf(const OnnxNode& node)
{
    QStringList out;
    for (const OnnxAttribute& attribute : node.attributes)
        out += QString("%1 %2").arg(attribute.name.c_str()).arg(attribute.value.index());
    return out;
}

} // namespace

/// Every layer by itself as an ONNX model: well formed, read back by our reader as it was written, and computed by onnxruntime as
/// by the reference. NETSMITH_PEERS names a Python with onnx and onnxruntime.
class TestOnnxExport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyLayerIsExported_data();
    void everyLayerIsExported();
    void readBack_data() { caseRows(); }
    void readBack();
    void agrees_data() { caseRows(); }
    void agrees();
    void cleanupTestCase();

private:
    void caseRows() const;

    std::vector<ExportCase> m_cases;
    QTemporaryDir m_folder;
    QString m_noPeers;
    std::map<std::string, PeerResult> m_results;
};

void TestOnnxExport::caseRows() const
{
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < m_cases.size(); ++i)
        QTest::addRow("%s", m_cases[i].name.c_str()) << i;
}

void TestOnnxExport::initTestCase()
{
    m_cases = allCases();
    m_noPeers = noPeers();
    if (!m_noPeers.isEmpty())
        return;
    Backend& backend = *backendFor("reference").take();
    for (const ExportCase& each : m_cases) {
        std::vector<PeerArray> inputs;
        for (std::size_t i = 0; i < each.input.inputs.size(); ++i)
            inputs.push_back(peerArray("input_" + std::to_string(i), each.input.inputs[i]));
        const LayerResult expected = runLayer(backend, each.input);
        writePeerCase(m_folder.path().toStdString(), each.name, exported(each), inputs, {peerArray("layer", expected.outputs[0])});
    }
    m_results = peerResults(m_folder.path().toStdString());
}

void TestOnnxExport::everyLayerIsExported_data()
{
    QTest::addColumn<QString>("id");
    for (const LayerSpec& layer : layers())
        QTest::addRow("%s", layer.id.c_str()) << QString::fromStdString(layer.id);
}

void TestOnnxExport::everyLayerIsExported()
{
    QFETCH(QString, id);
    const LayerSpec& layer = *layers().find(id.toStdString());
    QVERIFY(layer.exports && layer.exports->onnx);
    const bool tried = std::ranges::any_of(m_cases, [&](const ExportCase& each) { return each.input.layer == layer.id; });
    QVERIFY(tried || withoutCase.contains(layer.id));
}

void TestOnnxExport::readBack()
{
    QFETCH(std::size_t, index);
    const OnnxModel model = exported(m_cases[index]);
    const OnnxModel read = parseOnnx(writeOnnx(model, "model"), "model").take();
    QCOMPARE(read.opset(), std::optional<std::int64_t>(18));
    QCOMPARE(read.irVersion, std::int64_t{8});
    QCOMPARE(read.graph.nodes.size(), model.graph.nodes.size());
    for (std::size_t i = 0; i < read.graph.nodes.size(); ++i) {
        QCOMPARE(read.graph.nodes[i].op, model.graph.nodes[i].op);
        QCOMPARE(read.graph.nodes[i].inputs, model.graph.nodes[i].inputs);
        QCOMPARE(read.graph.nodes[i].outputs, model.graph.nodes[i].outputs);
        QCOMPARE(attributesOf(read.graph.nodes[i]), attributesOf(model.graph.nodes[i]));
    }
    QCOMPARE(read.graph.initializers.size(), model.graph.initializers.size());
    for (std::size_t i = 0; i < read.graph.initializers.size(); ++i) {
        QCOMPARE(read.graph.initializers[i].name, model.graph.initializers[i].name);
        QVERIFY(std::ranges::equal(read.graph.initializers[i].bytes, model.graph.initializers[i].bytes));
    }
    for (const OnnxValue& value : read.graph.inputs)
        QCOMPARE(value.shape->front().name, std::string("batch"));
    QCOMPARE(read.graph.outputs.size(), std::size_t{1});
    QCOMPARE(read.graph.outputs[0].name, std::string("layer"));
}

void TestOnnxExport::agrees()
{
    if (!m_noPeers.isEmpty())
        QSKIP(qPrintable(m_noPeers));
    QFETCH(std::size_t, index);
    const PeerResult& result = m_results.at(m_cases[index].name);
    QVERIFY2(result.error.isEmpty(), qPrintable(result.error));
    QVERIFY2(result.difference <= tolerance, qPrintable(QString::number(result.difference)));
}

/// Prints the table of layers as Markdown where NETSMITH_ONNX_TABLE is set: their operators, and the largest difference of all
/// cases.
void TestOnnxExport::cleanupTestCase()
{
    if (m_results.empty() || !qEnvironmentVariableIsSet("NETSMITH_ONNX_TABLE"))
        return;
    struct Row {
        QStringList ops;
        int cases = 0;
        double difference = 0.0;
    };
    std::map<std::string, Row> rows;
    for (const ExportCase& each : m_cases) {
        const PeerResult& result = m_results.at(each.name);
        Row& row = rows[each.input.layer];
        row.ops += result.ops;
        row.ops.removeDuplicates();
        row.difference = std::max(row.difference, result.difference);
        ++row.cases;
    }
    QTextStream out(stdout);
    out << "| layer | ONNX operators | cases | largest difference |\n| --- | --- | --- | --- |\n";
    for (const auto& [layer, row] : rows)
        out << "| " << layer.c_str() << " | " << row.ops.join(", ") << " | " << row.cases << " | " << row.difference << " |\n";
}

NETSMITH_TEST(TestOnnxExport)

} // namespace test_onnx_export

#include "test_onnx_export.moc"
