#include "engine/interop/model_import.h"

#include "engine/core/error.h"
#include "engine/data/cifar_source.h"
#include "engine/interop/darknet/darknet_import.h"
#include "engine/interop/tflite/tflite_import.h"
#include "engine/interop/weights/darknet_weights.h"
#include "engine/layers/registry.h"
#include "tests/engine/interop/imported_network.h"
#include "tests/test_program.h"

#include <archive.h>

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

namespace test_model_import {

using namespace netsmith;
using namespace netsmith::interop;
namespace fs = std::filesystem;

namespace {

const fs::path fixtures = NETSMITH_FIXTURES;

std::string contentOf(const fs::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void write(const fs::path& path, std::string_view content)
{
    std::ofstream(path, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
}

/// The first bytes of a file that xz packed.
std::vector<std::byte> unpacked(const fs::path& path, std::size_t bytes)
{
    const std::unique_ptr<archive, decltype(&archive_read_free)> reader(archive_read_new(), archive_read_free);
    archive_read_support_filter_xz(reader.get());
    archive_read_support_format_raw(reader.get());
    archive_entry* entry = nullptr;
    std::vector<std::byte> content(bytes);
    constexpr std::size_t block = 1 << 16;
    if (archive_read_open_filename(reader.get(), path.c_str(), block) != ARCHIVE_OK
        || archive_read_next_header(reader.get(), &entry) != ARCHIVE_OK
        || archive_read_data(reader.get(), content.data(), bytes) != static_cast<la_ssize_t>(bytes))
        throw std::runtime_error("can't unpack " + path.string());
    return content;
}

void addFixtures(const char* folder, const char* suffix)
{
    QTest::addColumn<QString>("model");
    std::vector<fs::path> models;
    for (const fs::directory_entry& entry : fs::directory_iterator(fixtures / folder))
        if (entry.path().extension() == suffix)
            models.push_back(entry.path());
    std::ranges::sort(models);
    for (const fs::path& model : models)
        QTest::addRow("%s", model.stem().c_str()) << QString::fromStdString(model.string());
}

/// "" if the network predicts the arrays beside the model.
std::string verdictOn(ImportedOnnx imported, const fs::path& model, double usual = 1e-5)
{
    imported.project.data.subtract = imported.project.data.divide = 0; // the arrays are what enters the network
    if (!imported.refusals.empty())
        return imported.refusals[0].title + ": " + imported.refusals[0].reason.text();
    const WeightFile arrays = readWeights(fs::path(model).replace_extension(".npz")).take();
    const WeightTensor* own = arrays.find("tolerance"); // of what is computed in integers
    const double tolerance = own ? static_cast<double>(floatsOf(*own).at(0)) : usual;
    const std::vector<std::vector<float>> inputs = test::arraysOf(arrays, "in_"), expected = test::arraysOf(arrays, "out_");
    const std::int64_t batch = std::ssize(inputs.at(0)) / imported.inputs.at(0).layout.sampleElements();
    const std::vector<std::vector<float>> outputs = test::ImportedNetwork(imported, "cpu", batch).predict(inputs);
    if (outputs.size() != expected.size())
        return std::to_string(outputs.size()) + " outputs";
    for (std::size_t i = 0; i < outputs.size(); ++i)
        if (const double difference = test::differenceOf(outputs[i], expected[i]); !(difference <= tolerance))
            return "output " + std::to_string(i) + " differs by " + std::to_string(difference);
    return {};
}

ImportedOnnx importNetwork(const fs::path& cfg)
{
    const DarknetNetwork network = readDarknetNetwork(contentOf(cfg), cfg.string());
    return importDarknet(network, readDarknetWeights(fs::path(cfg).replace_extension(".weights")).take(), layers());
}

std::string saidOf(const ImportedOnnx& imported)
{
    std::string said;
    for (const RefusedNode& refusal : imported.refusals)
        said += refusal.title + ": " + refusal.reason.text() + "\n";
    return said;
}

std::size_t count(const Project& project, std::string_view layer)
{
    return static_cast<std::size_t>(std::ranges::count(project.graph.nodes, layer, &Node::layer));
}

} // namespace

/// Models of TensorFlow Lite and networks of Darknet become networks of our layers that compute the same.
class TestModelImport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tflitePredictsAsTheModelDoes_data() { addFixtures("tflite", ".tflite"); }
    void tflitePredictsAsTheModelDoes()
    {
        QFETCH(QString, model);
        const fs::path path = model.toStdString();
        const std::string verdict = verdictOn(importTflite(openTflite(path), layers()), path);
        QVERIFY2(verdict.empty(), verdict.c_str());
    }

    void darknetPredictsAsTheNetworkDoes_data() { addFixtures("darknet", ".cfg"); }
    void darknetPredictsAsTheNetworkDoes()
    {
        QFETCH(QString, model);
        const fs::path path = model.toStdString();
        const std::string verdict = verdictOn(importNetwork(path), path);
        QVERIFY2(verdict.empty(), verdict.c_str());
    }

    void activationsJoinTheirLayers();
    void pixelsAreScaledAsTheInputSays();
    void keepsTheNamesOfClasses();
    void saysWhatItCannotImport_data();
    void saysWhatItCannotImport();
    void refusesEveryTruncation();
    void saysWhatDarknetCannotExpress_data();
    void saysWhatDarknetCannotExpress();
    void refusesOtherWeights_data();
    void refusesOtherWeights();
    void importsRealFiles_data();
    void importsRealFiles();
    void recognisesPictures();
    void predictsAsTheCasesOfPeers();
};

void TestModelImport::activationsJoinTheirLayers()
{
    const ImportedModel model = importModel(fixtures / "tflite" / "convolutions.tflite", {});
    const Node* first = model.project.graph.find("net_first");
    QVERIFY(first);
    QCOMPARE(std::get<std::string>(first->parameters.at("activation")), std::string("relu6"));
    QVERIFY(model.project.graph.find("net_second"));
    QCOMPARE(count(model.project, "permute"), 0u);
    // Outputs that end at 0 are a ReLU and those that end at 0 and 6 a ReLU6; others have no activation.
    const ImportedModel integers = importModel(fixtures / "tflite" / "quantized.tflite", {});
    std::vector<std::string> activations;
    for (const Node& node : integers.project.graph.nodes)
        if (node.layer == "conv2d") {
            const auto found = node.parameters.find("activation");
            activations.push_back(found == node.parameters.end() ? "none" : std::get<std::string>(found->second));
        }
    std::ranges::sort(activations);
    QCOMPARE(activations, (std::vector<std::string>{"none", "relu", "relu6"}));
}

void TestModelImport::pixelsAreScaledAsTheInputSays()
{
    const ImportedModel integers = importModel(fixtures / "tflite" / "quantized.tflite", {});
    QCOMPARE(integers.project.data.source, std::string("image_folder"));
    QCOMPARE(integers.project.data.subtract, 128.0);
    QCOMPARE(integers.project.data.divide, 128.0);
    const ImportedModel floats = importModel(fixtures / "tflite" / "classifier.tflite", {});
    QCOMPARE(floats.project.data.divide, 0.0);
}

void TestModelImport::keepsTheNamesOfClasses()
{
    const ImportedModel model = importModel(fixtures / "tflite" / "quantized.tflite", {});
    QCOMPARE(model.project.extra.at("x-class_names").dump(), std::string("[\"background\",\"cat\",\"dog\",\"élan\"]"));
    QCOMPARE(model.notes.size(), std::size_t{2});
    QVERIFY2(QByteArray(model.notes[1].text().c_str()).contains("4 classes, from \"background\" to \"élan\""),
             model.notes[1].text().c_str());
    QVERIFY(!importModel(fixtures / "tflite" / "halves.tflite", {}).project.extra.contains("x-class_names"));
}

void TestModelImport::saysWhatItCannotImport_data()
{
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* model, const char* sentence) { QTest::newRow(model) << QString::fromUtf8(sentence); };
    row("unknown_operators", "TFLite_Detection_PostProcess \"custom_0_0\": no layer computes this\nCOS \"cos_2_0\": no layer");
    row("computed_kernel", "its input 2 depends on the samples");
    row("kernel_of_other_channels", "its kernel of 4×3×3×5 does not fit its input");
    row("stretched", "it resizes by 1.5");
    row("corners", "align_corners");
    row("across_samples", "it works along axis 0, which counts the samples of a batch");
    row("mixed_samples", "a tensor of N×4×4×2 can't become one of -1×11");
    row("cycle", "the tensor \"a\" is read before it is computed");
    row("computed_twice", "the tensor \"relu_0_0\" is computed twice");
    row("place", "tensor 99 of 2 is used");
    row("output_place", "tensor 77 of 2 is used");
    row("kind", "an operator is of kind 5 of 1");
    row("no_output", "no graph with an output");
    row("large_input", "64 bits");
    row("negative_input", "this input has no axis of samples");
    row("no_samples", "this input has no axis of samples");
    row("no_window", "MAX_POOL_2D \"max_pool_2d_0_0\"");
    row("no_stride", "its \"strides\" do not fit");
    row("missing_input", "its input 2 is missing");
    row("odd_activation", "its activation, number 5, is no layer's");
    row("short_kernel", "don't match its shape");
}

void TestModelImport::saysWhatItCannotImport()
{
    QFETCH(QString, sentence);
    const fs::path path = fixtures / "tflite" / "refused" / (std::string(QTest::currentDataTag()) + ".tflite");
    std::string said;
    try {
        said = saidOf(importTflite(openTflite(path), layers()));
    } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::input);
        said = error.what();
    }
    QVERIFY2(QString::fromStdString(said).contains(sentence), said.c_str());
    try {
        (void)importModel(path, {});
        QFAIL("it was imported");
    } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::input);
        QCOMPARE(error.message().id(), std::string("import.refused"));
    }
}

void TestModelImport::refusesEveryTruncation()
{
    const std::string content = contentOf(fixtures / "tflite" / "halves.tflite");
    for (std::size_t size = 0; size < content.size(); size += 4) {
        // a copy, so that the sanitizer sees what is read past its end
        const std::vector<char> part(content.begin(), content.begin() + static_cast<std::ptrdiff_t>(size));
        try {
            (void)importTflite(parseTflite(std::as_bytes(std::span(part)), nullptr, "part"), layers());
            QFAIL(qPrintable(QString::number(size)));
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::input);
        }
    }
}

void TestModelImport::saysWhatDarknetCannotExpress_data()
{
    QTest::addColumn<QByteArray>("layers");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const char* name, const char* layers, const char* said) {
        QTest::newRow(name) << QByteArray(layers) << QByteArray(said);
    };
    row("several", "[reorg]\nstride=2\n[l2norm]\n[dropout]\n[lrn]\n",
        "net.cfg:5 [reorg]: no layer computes this; net.cfg:7 [l2norm]: no layer computes this; net.cfg:9 [lrn]: no layer");
    row("activation", "[activation]\nactivation=stair\n", "its activation \"stair\" is no layer's");
    row("other shape", "[maxpool]\nsize=2\nstride=2\n[shortcut]\nfrom=-2\n", "shortcut");
    row("option", "[maxpool]\nsize=2\nstride_x=2\n", "no layer has \"stride_x\" as 2");
    row("route", "[maxpool]\nsize=2\nstride=2\n[maxpool]\nsize=2\nstride=2\n[route]\nlayers=0,1\n", "have other sizes");
    row("group", "[maxpool]\nsize=2\nstride=2\n[route]\nlayers=0\ngroups=2\ngroup_id=2\n", "have other sizes");
    row("cycle", "[dropout]\n[route]\nlayers=1\n", "can't have layers=1");
    row("forward", "[dropout]\n[shortcut]\nfrom=5\n", "can't have from=5");
    row("unknown", "[lstm]\noutput=5\n", "weights of [lstm] can't be read");
    row("large", "[upsample]\nstride=2147483647\n[upsample]\nstride=2147483647\n", "larger than Darknet can count");
    row("pool too large", "[maxpool]\nsize=90\nstride=1\npadding=0\n", "[maxpool]");
    row("no layers", "", "[net] must say");
    row("no text", "\xff\xfe", "expected [section]");
    row("dropout", "[dropout]\nprobability=1.5\n", "[dropout]");
}

void TestModelImport::saysWhatDarknetCannotExpress()
{
    QFETCH(const QByteArray, layers);
    QFETCH(const QByteArray, said);
    const QTemporaryDir folder;
    const fs::path cfg = folder.filePath("net.cfg").toStdString();
    write(cfg, "[net]\nwidth=8\nheight=8\nchannels=4\n" + layers.toStdString());
    write(fs::path(cfg).replace_extension(".weights"), std::string("\0\0\0\0\2\0\0\0\5\0\0\0\0\0\0\0\0\0\0\0", 20));
    try {
        (void)importModel(cfg, {});
        QFAIL("it was imported");
    } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::input);
        QCOMPARE(error.message().id(), std::string("import.refused"));
        QVERIFY2(QByteArray(error.what()).contains(said), error.what());
    }
}

void TestModelImport::refusesOtherWeights_data()
{
    QTest::addColumn<int>("change"); ///< how many bytes the weights become longer
    QTest::addColumn<QString>("said");
    QTest::newRow("too short") << -4 << u"ends within"_qs;
    QTest::newRow("too long") << 4 << u"goes on for 4 bytes"_qs;
    QTest::newRow("missing") << -1'000'000 << u"are missing"_qs;
}

void TestModelImport::refusesOtherWeights()
{
    QFETCH(const int, change);
    QFETCH(const QString, said);
    const QTemporaryDir folder;
    const fs::path cfg = folder.filePath("net.cfg").toStdString(), other = folder.filePath("other.weights").toStdString();
    write(cfg, contentOf(fixtures / "darknet" / "detector.cfg"));
    std::string weights = contentOf(fixtures / "darknet" / "detector.weights");
    const bool exist = static_cast<std::ptrdiff_t>(weights.size()) + change > 0;
    write(other, weights);
    if (exist) {
        weights.resize(weights.size() + static_cast<std::size_t>(change));
        write(fs::path(cfg).replace_extension(".weights"), weights);
    }
    try {
        (void)importModel(cfg, {});
        QFAIL("it was imported");
    } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::input);
        QVERIFY2(QString::fromUtf8(error.what()).contains(said), error.what());
    }
    // Those that are named are read instead.
    QVERIFY(importModel(cfg, {.inputShape = {}, .fieldsOf = {}, .weights = other}).project.graph.find("conv_0"));
    QVERIFY_EXCEPTION_THROWN(
        importModel(fixtures / "tflite" / "halves.tflite", {.inputShape = {}, .fieldsOf = {}, .weights = other}), Error);
}

void TestModelImport::importsRealFiles_data()
{
    QTest::addColumn<int>("nodes");
    QTest::addColumn<qint64>("numbers"); ///< of all weights
    QTest::newRow("mlperf_tiny/kws_ref_model.tflite") << 12 << qint64{22'604};
    QTest::newRow("mlperf_tiny/kws_ref_model_float32.tflite") << 12 << qint64{22'604};
    QTest::newRow("mlperf_tiny/pretrainedResnet_quant.tflite") << 18 << qint64{77'706};
    QTest::newRow("mobilenet_tflite/mobilenet_v1_0.25_128_quant.tflite") << 30 << qint64{467'593};
    QTest::newRow("mobilenet_tflite/mobilenet_v2_1.0_224_quant.tflite") << 65 << qint64{3'489'097};
    QTest::newRow("yolo_fastest/yolo-fastest-1.1.cfg") << 267 << qint64{346'062};
    QTest::newRow("yolo_fastest/yolo-fastest-1.1-xl.cfg") << 267 << qint64{923'486};
}

void TestModelImport::importsRealFiles()
{
    QFETCH(const int, nodes);
    QFETCH(const qint64, numbers);
    const char* folder = std::getenv("NETSMITH_DATA_DIR");
    const fs::path path = fs::path(folder ? folder : "") / "weights" / QTest::currentDataTag();
    if (!folder || !fs::exists(path))
        QSKIP("needs NETSMITH_DATA_DIR with weights/");
    const ImportedModel model = importModel(path, {});
    qint64 all = 0;
    for (const ImportedWeight& weight : model.weights)
        all += weight.shape.elements();
    QCOMPARE(all, numbers);
    QCOMPARE(static_cast<int>(model.project.graph.nodes.size()), nodes);
}

/// MLPerf Tiny's ResNet-8 on the first 2,000 test pictures of CIFAR-10, of which TensorFlow Lite's own integers recognise 1,738.
void TestModelImport::recognisesPictures()
{
    const fs::path folder = qEnvironmentVariable("NETSMITH_DATA_DIR").toStdString();
    const fs::path model = folder / "weights" / "mlperf_tiny" / "pretrainedResnet_quant.tflite";
    const fs::path pictures = folder / "images" / "cifar10_lossless_test" / "test_batch.bin.xz";
    if (folder.empty() || !fs::exists(model) || !fs::exists(pictures))
        QSKIP("needs NETSMITH_DATA_DIR with weights/ and images/");
    constexpr std::int64_t count = 2000, values = 3072;
    const std::vector<std::byte> records = unpacked(pictures, static_cast<std::size_t>(count * (values + 1)));
    std::vector<std::byte> images(static_cast<std::size_t>(count * values)), classes(static_cast<std::size_t>(count));
    data::parseCifar(records, "test_batch", 1, images.data(), classes.data()).take();
    ImportedOnnx imported = importTflite(openTflite(model), layers());
    QCOMPARE(imported.project.data.subtract, 0.0); // its input is 0…255
    QCOMPARE(imported.project.data.divide, 1.0);
    std::vector<float> pixels;
    for (const std::byte value : images)
        pixels.push_back(static_cast<float>(std::to_integer<int>(value)));
    const std::vector<float> outputs = test::ImportedNetwork(imported, "cpu", count).predict({pixels}).at(0);
    const std::int64_t kinds = std::ssize(outputs) / count;
    int right = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto first = outputs.begin() + i * kinds;
        right +=
            std::max_element(first, first + kinds) - first == std::to_integer<int>(classes[static_cast<std::size_t>(i)]) ? 1 : 0;
    }
    constexpr int expected = 1734, slack = 3; // of pictures that are a tie but for rounding
    QVERIFY2(std::abs(right - expected) <= slack, qPrintable(QString::number(right)));
}

/// Whole models, which tests/peers/tflite_cases.py and darknet_forward.py computed.
void TestModelImport::predictsAsTheCasesOfPeers()
{
    const QString folder = qEnvironmentVariable("NETSMITH_MODEL_CASES");
    if (folder.isEmpty())
        QSKIP("NETSMITH_MODEL_CASES names no folder that tests/peers/tflite_cases.py or darknet_forward.py filled");
    QStringList failed;
    int compared = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder.toStdString())) {
        const fs::path& path = entry.path();
        if (path.extension() != ".tflite" && path.extension() != ".cfg")
            continue;
        constexpr double tolerance = 1e-4;
        const ImportedOnnx imported = path.extension() == ".cfg" ? importNetwork(path) : importTflite(openTflite(path), layers());
        const std::string verdict = verdictOn(imported, path, tolerance);
        ++compared;
        if (!verdict.empty())
            failed << QString::fromStdString(path.filename().string() + ": " + verdict);
    }
    QVERIFY2(failed.isEmpty(), qPrintable(failed.join(u'\n')));
    QVERIFY(compared > 0);
}

NETSMITH_TEST(TestModelImport)

} // namespace test_model_import

#include "test_model_import.moc"
