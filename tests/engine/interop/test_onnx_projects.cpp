#include "engine/backend/loader.h"
#include "engine/catalog/catalog.h"
#include "engine/core/philox.h"
#include "engine/data/random_data.h"
#include "engine/data/source.h"
#include "engine/fields/element.h"
#include "engine/fields/field_fit.h"
#include "engine/interop/onnx/export/onnx_export.h"
#include "engine/interop/onnx/export/onnx_network.h"
#include "engine/interop/onnx/export/onnx_writer.h"
#include "engine/predict/field_types.h"
#include "engine/predict/network_prediction.h"
#include "engine/store/arena_arrays.h"
#include "tests/engine/interop/onnx_peer.h"
#include "tests/sample_names.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <numeric>

namespace test_onnx_projects {

using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::interop;

namespace {

const std::filesystem::path projects = NETSMITH_PROJECTS;
constexpr double tolerance = 1e-5; // of the output's range
constexpr std::int64_t samples = 6;

/// Moves every weight and statistic away from its first value, so that each makes a difference.
SafetensorsFile drawn(SafetensorsFile weights)
{
    std::uint64_t stream = 0;
    const auto bytes = std::make_shared<std::vector<std::vector<double>>>();
    for (TensorView& tensor : weights.tensors) {
        RandomStream random(7, stream++);
        std::vector<double>& numbers = bytes->emplace_back(static_cast<std::size_t>(tensor.shape.elements()));
        std::memcpy(numbers.data(), tensor.bytes.data(), tensor.bytes.size());
        for (double& number : numbers)
            number = static_cast<double>(static_cast<float>(number + 0.2 * (random.uniform() - 0.5)));
    }
    for (std::size_t i = 0; i < bytes->size(); ++i)
        weights.tensors[i].bytes = std::as_bytes(std::span((*bytes)[i]));
    weights.content = bytes;
    return weights;
}

/// A sample project with weights that are drawn, samples of noise, and what the reference predicts for them.
struct Sample {
    Project project;
    std::vector<data::FieldSpec> fields{};
    data::DataSplit data{};
    std::unique_ptr<CheckedProject> checked{};
    std::unique_ptr<CompiledNetwork> network{};
    std::unique_ptr<NetworkPrediction> prediction{};
    SafetensorsFile weights{};

    explicit Sample(const std::string& name, const std::vector<Component>& transforms = {}, const Graph& graph = {})
        : project(loadProject(projects / name / (name + ".netsmith")).take())
    {
        if (!graph.nodes.empty())
            project.graph = graph;
        if (!transforms.empty())
            project.data.transforms = transforms;
        project.training.batch = 4;
        project.training.emaMomentum = 0.0; // a prediction's state would hold the averages alone
        const std::vector<data::FieldSpec> raw = data::sourceFor(project.data, data::dataPaths())->fields();
        data = data::randomSplit(raw, samples, 1);
        for (data::Field& field : data.fields)
            limitLengths(field);
        std::vector<std::int32_t> all(samples);
        std::iota(all.begin(), all.end(), 0);
        for (const data::Field& field : data.fields)
            fields.push_back(data::isRaw(field.spec) ? data::fitField(field, all) : field.spec);
        for (data::FieldSpec& field : fields)
            for (int i = 0; i < field.scaledColumns; ++i)
                field.scales.push_back({0.5 + i, 2.0 + i});
        checked = std::make_unique<CheckedProject>(project, catalog(), fieldTypes(fields));
        Backend& backend = *backendFor("reference").take();
        const NetworkRequest request{*checked, Precision::fp32, {.fuse = false}, {programs::predict}, {}};
        network = std::make_unique<CompiledNetwork>(backend, request, std::vector{project.training.batch});
        network->drawWeights();
        weights = drawn(captureWeights(network->state(), network->plan()));
        restoreWeights(network->state(), network->plan(), weights, "weights");
        prediction = std::make_unique<NetworkPrediction>(*network, checked->project(), fields);
    }

    /// Numbers of rows are not as large as other bytes.
    void limitLengths(data::Field& field) const
    {
        for (const data::Field& owner : data.fields)
            if (owner.spec.lengths == field.spec.name)
                for (std::int64_t i = 0; i < field.count; ++i) {
                    auto* bytes = const_cast<std::byte*>(field.sample(i).data());
                    std::memset(bytes, 0, field.sample(i).size());
                    bytes[0] = static_cast<std::byte>(i % (owner.spec.shape[0] + 1));
                }
    }

    std::vector<data::Field> given() const
    {
        std::vector<data::Field> out;
        for (const data::FieldSpec& input : prediction->inputs())
            out.push_back(data.field(input.name));
        return out;
    }

    /// What the model is given: numbers of the data, or as the network reads them.
    std::vector<PeerArray> inputs(bool prepared) const
    {
        std::vector<PeerArray> out;
        const std::vector<data::Field> all = given();
        const std::vector<std::vector<double>> read = prediction->readNumbers(all);
        for (std::size_t i = 0; i < all.size(); ++i) {
            PeerArray& array = out.emplace_back();
            array.name = all[i].spec.name;
            array.shape = {samples};
            const bool isLength = std::ranges::any_of(fields, [&](const auto& field) { return field.lengths == array.name; });
            if (all[i].spec.shape.rank() == 0 && !isLength)
                array.shape.push_back(1);
            array.shape.insert(array.shape.end(), all[i].spec.shape.sizes().begin(), all[i].spec.shape.sizes().end());
            if (prepared)
                array.values.assign(read[i].begin(), read[i].end());
            else
                for (std::int64_t sample = 0; sample < samples; ++sample)
                    data::eachElement(all[i].spec.type, all[i].sample(sample),
                                      [&](double number) { array.values.push_back(static_cast<float>(number)); });
        }
        for (const Node& node : checked->flat().graph.nodes)
            if (node.layer == "random_normal") // see NetworkPrediction
                out.push_back(noise(node));
        return out;
    }

    PeerArray noise(const Node& node) const
    {
        const Shape shape = *checked->shapes().at({node.id, "output"});
        PeerArray array{node.id, {samples}, {}};
        array.shape.insert(array.shape.end(), shape.sizes().begin(), shape.sizes().end());
        for (std::int64_t sample = 0; sample < samples; ++sample) {
            RandomStream random(network->plan().seed + static_cast<std::uint64_t>(sample), nameHash(node.id));
            for (std::int64_t i = 0; i < shape.elements(); ++i)
                array.values.push_back(static_cast<float>(random.normal()));
        }
        return array;
    }

    std::vector<PeerArray> outputs() const
    {
        std::vector<PeerArray> out;
        const std::vector<std::vector<float>> predicted = prediction->predict(given(), samples);
        for (std::size_t i = 0; i < predicted.size(); ++i) {
            const PredictedOutput& output = prediction->outputs()[i];
            if (std::ranges::find(out, output.node, &PeerArray::name) != out.end())
                continue;
            PeerArray array{output.node, {samples}, predicted[i]};
            array.shape.insert(array.shape.end(), output.shape.sizes().begin(), output.shape.sizes().end());
            out.push_back(std::move(array));
        }
        return out;
    }

    OnnxModel model(const OnnxExportOptions& options = {}) const { return onnxModelOf(*checked, fields, weights, options); }
};

const std::string movedName = "mnist_cnn with images cropped and padded";

/// 24×24 of 28×28 pixels, and as many lines around them in another gray.
std::vector<Component> movedImages()
{
    return {{"center_crop", {{"size", std::vector<std::int64_t>{24, 22}}}},
            {"pad", {{"padding", std::vector<std::int64_t>{2, 3}}, {"fill_value", 0.5}}},
            {"normalization", {}}};
}

const std::string joinedName = "mnist_cnn with joins";

/// Branches that have their channels first and others that have not, joined element by element and along each axis, and split.
Graph joinedGraph()
{
    Graph graph;
    const auto add = [&](const std::string& id, const std::string& layer, ParameterMap parameters,
                         const std::vector<std::string>& from, const std::string& port = "input") {
        Node& node = graph.nodes.emplace_back();
        node.id = id;
        node.layer = layer;
        node.parameters = std::move(parameters);
        for (const std::string& each : from)
            graph.edges.push_back({{each, "output"}, {id, port}});
    };
    const ParameterMap same{{"filters", std::int64_t{1}}, {"padding", std::string("same")}};
    add("image", "input", {}, {});
    add("first", "conv2d", same, {"image"});
    add("second", "conv2d", same, {"first"});
    add("sum", "add", {}, {"image", "second", "first"}, "inputs");
    add("beside", "concatenate", {}, {"sum", "second"}, "inputs");
    add("positive", "relu", {}, {"beside"});
    add("below", "concatenate", {{"axis", std::int64_t{1}}}, {"beside", "positive"}, "inputs");
    add("gated", "glu", {}, {"below"});
    add("turned", "permute", {{"dims", std::vector<std::int64_t>{2, 1, 3}}}, {"gated"});
    add("rest", "conv2d", same, {"turned"});
    add("product", "multiply", {}, {"rest", "turned"}, "inputs");
    add("flat", "flatten", {}, {"product"});
    add("scores", "dense", {{"units", std::int64_t{10}}}, {"flat"});
    return graph;
}

std::ptrdiff_t countOf(const OnnxModel& model, std::string_view op)
{
    return std::ranges::count(model.graph.nodes, op, &OnnxNode::op);
}

QString errorOf(const std::function<void()>& call)
{
    try {
        call();
        return "no error";
    } catch (const Error& error) {
        return error.what();
    }
}

} // namespace

/// Whole networks as ONNX models: the samples in onnxruntime, and what models contain.
class TestOnnxProjects : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void agrees_data();
    void agrees();
    void transposesMeet();
    void halvesTheKernels();
    void namesClasses();
    void preprocesses();
    void sharesWeights();
    void takesAverages();
    void refusesUnknownLayers();
    void refusesLargeModels();
    void refusesWhatHalvesCannotHold();
    void refusesTransforms();

private:
    void write(const std::string& name, const Sample& sample, const OnnxExportOptions& options);

    QTemporaryDir m_folder;
    QString m_noPeers;
    std::map<std::string, PeerResult> m_results;
    std::map<std::string, QString> m_refused;
    std::map<std::string, QString> m_missing; ///< samples whose data are not there, and why
};

void TestOnnxProjects::write(const std::string& name, const Sample& sample, const OnnxExportOptions& options)
{
    try {
        writePeerCase(m_folder.path().toStdString(), name, sample.model(options), sample.inputs(!options.preprocessing),
                      sample.outputs());
    } catch (const Error& error) {
        m_refused[name] = error.what();
    }
}

void TestOnnxProjects::initTestCase()
{
    m_noPeers = noPeers();
    if (!m_noPeers.isEmpty())
        return;
    for (const std::string& name : sampleNames(projects)) {
        try {
            const Project project = loadProject(projects / name / (name + ".netsmith")).take();
            (void)data::sourceFor(project.data, data::dataPaths());
        } catch (const Error& error) {
            m_missing[name] = error.what();
            continue;
        }
        const auto sample = std::make_unique<Sample>(name);
        write(name, *sample, {});
        if (name == "mnist_cnn" || name == "table_classifier")
            write(name + " without preprocessing", *sample, {.preprocessing = false});
    }
    write(movedName, Sample("mnist_cnn", movedImages()), {});
    write(joinedName, Sample("mnist_cnn", {}, joinedGraph()), {});
    m_results = peerResults(m_folder.path().toStdString());
}

void TestOnnxProjects::agrees_data()
{
    QTest::addColumn<std::string>("name");
    for (const std::string& name : sampleNames(projects))
        QTest::addRow("%s", name.c_str()) << name;
    for (const char* name :
         {"mnist_cnn without preprocessing", "table_classifier without preprocessing", movedName.c_str(), joinedName.c_str()})
        QTest::addRow("%s", name) << std::string(name);
}

void TestOnnxProjects::agrees()
{
    QFETCH(std::string, name);
    if (!m_noPeers.isEmpty())
        QSKIP(qPrintable(m_noPeers));
    if (m_missing.contains(name))
        QSKIP(qPrintable(m_missing.at(name)));
    QVERIFY2(!m_refused.contains(name), qPrintable(m_refused[name]));
    const PeerResult& result = m_results.at(name);
    QVERIFY2(result.error.isEmpty(), qPrintable(result.error));
    QVERIFY2(result.difference <= tolerance, qPrintable(QString::number(result.difference)));
    qInfo("%s: %.2g", name.c_str(), result.difference);
}

/// Convolutions have their channels first, from the input to the pooling that needs no layout.
void TestOnnxProjects::transposesMeet()
{
    QCOMPARE(countOf(Sample("cifar_resnet").model(), "Transpose"), 1);
    QCOMPARE(countOf(Sample("mnist_cnn").model(), "Transpose"), 2); // the flattening has channels last
    QCOMPARE(countOf(Sample("mnist_mlp").model(), "Transpose"), 0);
    QCOMPARE(countOf(Sample("mnist_cnn", {}, joinedGraph()).model(), "Transpose"), 3); // one of them the permutation
}

void TestOnnxProjects::halvesTheKernels()
{
    const Sample sample("mnist_mlp");
    const OnnxModel full = sample.model(), half = sample.model({.weights = OnnxWeights::float16});
    QCOMPARE(countOf(half, "Cast"), countOf(full, "Cast") + 2);
    const std::size_t size = writeOnnx(full, "full").size(), smaller = writeOnnx(half, "half").size();
    QVERIFY2(smaller > size * 49 / 100 && smaller < size * 51 / 100, qPrintable(QString::number(smaller)));
    for (const OnnxTensor& tensor : half.graph.initializers)
        QCOMPARE(tensor.type == OnnxType::float16, tensor.name.ends_with(".kernel"));
}

void TestOnnxProjects::namesClasses()
{
    const Sample sample("fashion_cnn");
    const OnnxModel model = parseOnnx(writeOnnx(sample.model(), "model"), "model").take();
    QCOMPARE(model.metadata.size(), std::size_t{1});
    QCOMPARE(model.metadata[0].first, "class_names." + model.graph.outputs[0].name);
    QVERIFY(model.metadata[0].second.starts_with("[\"T-shirt/top\",\"Trouser\""));
}

void TestOnnxProjects::preprocesses()
{
    const Sample sample("mnist_cnn");
    const OnnxModel with = sample.model(), without = sample.model({.preprocessing = false});
    QCOMPARE(countOf(with, "Div"), 1);
    QCOMPARE(countOf(without, "Div"), 0);
    QCOMPARE(with.graph.inputs.size(), std::size_t{1});
    QCOMPARE(with.graph.inputs[0].name, std::string("image"));
    const std::vector<OnnxDimension>& shape = *with.graph.inputs[0].shape;
    QCOMPARE(shape.size(), std::size_t{4});
    QCOMPARE(shape[0].name, std::string("batch"));
    QCOMPARE(shape[3].size, std::int64_t{1});
}

/// The discriminator of a GAN is applied twice.
void TestOnnxProjects::sharesWeights()
{
    const OnnxModel model = Sample("mnist_gan").model();
    const auto kernel = std::ranges::find_if(model.graph.initializers, [&](const OnnxTensor& tensor) {
        std::ptrdiff_t uses = 0;
        for (const OnnxNode& node : model.graph.nodes)
            uses += std::ranges::count(node.inputs, tensor.name);
        return tensor.name.ends_with(".kernel") && uses == 2;
    });
    QVERIFY(kernel != model.graph.initializers.end());
}

/// As a run's evaluation does.
void TestOnnxProjects::takesAverages()
{
    Sample sample("mnist_mlp");
    const OnnxModel before = sample.model();
    TensorView average = sample.weights.tensors[0];
    average.name += "/average";
    std::vector<double> numbers(static_cast<std::size_t>(average.shape.elements()), 0.25);
    average.bytes = std::as_bytes(std::span(numbers));
    sample.weights.tensors.push_back(average);
    const OnnxModel after = sample.model();
    const auto initializer = [&](const OnnxModel& model) -> const OnnxTensor& {
        return *std::ranges::find(model.graph.initializers, sample.weights.tensors[0].name, &OnnxTensor::name);
    };
    QVERIFY(floatAt(initializer(before), 0) != 0.25f);
    QCOMPARE(floatAt(initializer(after), 0), 0.25f);
}

void TestOnnxProjects::refusesUnknownLayers()
{
    const Sample sample("mnist_mlp");
    std::vector<LayerSpec> specs(catalog().layers->begin(), catalog().layers->end());
    for (LayerSpec& spec : specs)
        if (spec.id == "dense")
            spec.exports = nullptr;
    const LayerRegistry registry(std::move(specs));
    OnnxBuilder builder(OnnxWeights::float32);
    const OnnxNetwork network{sample.checked->flat().graph, registry, sample.checked->shapes(), {}};
    const QString error = errorOf([&] {
        exportLayers(builder, network, [&](const Node& node) {
            return OnnxEntry{builder.input(node.id, OnnxType::float32, *sample.checked->shapes().at({node.id, "output"}))};
        });
    });
    QVERIFY2(error.contains("can't be expressed in ONNX") && error.startsWith("dense"), qPrintable(error));
}

/// Nothing is copied before: there are no such numbers.
void TestOnnxProjects::refusesLargeModels()
{
    OnnxModel model = Sample("mnist_mlp").model();
    const auto* start = model.graph.initializers[0].bytes.data();
    model.graph.initializers[0].bytes = {start, std::size_t{3} << 30};
    const QString error = errorOf([&] { (void)writeOnnx(model, "large.onnx"); });
    QVERIFY2(error.startsWith("large.onnx would have 3221"), qPrintable(error));
}

void TestOnnxProjects::refusesWhatHalvesCannotHold()
{
    Sample sample("mnist_mlp");
    const auto kernel =
        std::ranges::find_if(sample.weights.tensors, [](const TensorView& tensor) { return tensor.name.ends_with(".kernel"); });
    std::vector<double> numbers(static_cast<std::size_t>(kernel->shape.elements()), 65520.0);
    kernel->bytes = std::as_bytes(std::span(numbers));
    const QString error = errorOf([&] { (void)sample.model({.weights = OnnxWeights::float16}); });
    QVERIFY2(error.contains("larger than FP16's 65504") && error.contains(kernel->name.c_str()), qPrintable(error));
    QVERIFY(!sample.model().graph.nodes.empty());
}

void TestOnnxProjects::refusesTransforms()
{
    const Sample sample("mnist_cnn");
    Project project = sample.project;
    const auto modelWith = [&](std::vector<Component> transforms, bool preprocessing) {
        project.data.transforms = std::move(transforms);
        const CheckedProject changed(project, catalog(), fieldTypes(sample.fields));
        return onnxModelOf(changed, sample.fields, sample.weights, {.preprocessing = preprocessing});
    };
    const ParameterMap size{{"size", std::vector<std::int64_t>{28, 28}}};
    QCOMPARE(countOf(modelWith({{"normalization", {}}}, true), "Mul"), countOf(sample.model(), "Mul") + 1);
    const OnnxModel moved = modelWith(movedImages(), true), back = modelWith({{"pad", {}}, {"center_crop", size}}, true);
    QCOMPARE(countOf(moved, "Slice") + countOf(moved, "Pad"), 2);
    QCOMPARE(countOf(back, "Slice") + countOf(back, "Pad"), 0); // nothing moves
    const std::vector<Component> scaled{{"resizing", {{"size", std::vector<std::int64_t>{40, 40}}}}, {"center_crop", size}};
    const QString error = errorOf([&] { (void)modelWith(scaled, true); });
    QVERIFY2(error.contains("what resizing, center_crop does"), qPrintable(error));
    QVERIFY(!modelWith(scaled, false).graph.nodes.empty());
}

NETSMITH_TEST(TestOnnxProjects)

} // namespace test_onnx_projects

#include "test_onnx_projects.moc"
