#include "engine/catalog/catalog.h"
#include "engine/core/files/safe_file.h"
#include "engine/input/zip_archive.h"
#include "engine/interop/keras/keras_import.h"
#include "engine/interop/model_import.h"
#include "engine/layers/registry.h"
#include "tests/engine/input/zip_bytes.h"
#include "tests/engine/interop/imported_network.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace test_keras_import {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::interop;
using namespace netsmith::test;

/// Models that Keras saved become projects that predict what Keras predicts.
class TestKerasImport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void predictsAsKeras_data();
    void predictsAsKeras();
    void keepsNames();
    void sharesWeights();
    void readsTraining();
    void readsLossesOfOutputs();
    void readsKeras2();
    void scalesPictures();
    void namesAllLayers();
    void refusesLayers_data();
    void refusesLayers();
    void refusesConfigs_data();
    void refusesConfigs();
    void refusesFiles();
    void everyTruncationIsAnError();
    void wrongWeightsAreAnError();
    void isBounded_data();
    void isBounded();
    void readsRealFiles_data();
    void readsRealFiles();
};

namespace {

// Written by tests/fixtures/make_keras_models.py.
const fs::path models = NETSMITH_FIXTURES "/keras";

ImportedModel imported(const fs::path& file)
{
    return importModel(file, {});
}

/// What an import says of a file; empty where it succeeds.
std::string refusalOf(const fs::path& file)
{
    try {
        imported(file);
        return {};
    } catch (const Error& error) {
        return error.kind() == ErrorKind::input ? error.what() : std::string("another kind of error: ") + error.what();
    }
}

std::string refusalOfConfig(const std::string& config, const std::string& version = "3.15.1")
{
    const auto reading = std::make_unique<code::Reading>();
    try {
        importKerasConfig({.model = config, .version = version}, {}, *reading);
        return {};
    } catch (const Error& error) {
        return error.kind() == ErrorKind::input ? error.what() : std::string("another kind of error: ") + error.what();
    }
}

ImportedModel importedConfig(const std::string& config, const std::string& training = {}, const std::string& version = "2.11.0")
{
    const auto reading = std::make_unique<code::Reading>();
    return importKerasConfig({.model = config, .training = training, .version = version}, {}, *reading);
}

/// As `ImportedNetwork` takes it: our axes are Keras's.
ImportedOnnx withPorts(const ImportedModel& model)
{
    const CheckedProject checked(model.project, catalog(), {});
    ImportedOnnx result{.project = model.project, .weights = model.weights};
    const auto port = [&](const Node& node) {
        const Shape shape = *checked.shapes().at({node.id, "output"});
        std::vector<std::int64_t> sizes{3};
        std::vector<int> places{AxisLayout::batchFactor};
        for (int axis = 0; axis < shape.rank(); ++axis) {
            sizes.push_back(shape[axis]);
            places.push_back(axis);
        }
        return ImportedPort{node.id, node.id, shape, AxisLayout(sizes, places)};
    };
    std::vector<std::string> ends;
    for (const Objective& objective : model.project.training.objectives)
        ends.push_back(objective.output);
    for (const Node& node : model.project.graph.nodes) {
        if (node.layer == "input") {
            result.inputs.push_back(port(node));
            if (Node* own = result.project.graph.find(node.id))
                own->parameters["field"] = node.id;
        }
        if (ends == std::vector<std::string>{""} && model.project.graph.outOf(node.id).empty())
            result.outputs.push_back(port(node));
    }
    for (const std::string& end : ends)
        if (const Node* node = model.project.graph.find(end))
            result.outputs.push_back(port(*node));
    return result;
}

std::string layersOf(const Graph& graph)
{
    std::string all;
    for (const Node& node : graph.nodes)
        all += (all.empty() ? "" : " ") + node.layer;
    return all;
}

bool hasNote(const ImportedModel& model, std::string_view part)
{
    return std::ranges::any_of(model.notes, [&](const Message& note) { return note.text().find(part) != std::string::npos; });
}

/// A sequence of an input of this shape and these layers, in the words of Keras 2.
std::string sequence(const std::string& shape, const std::string& layers)
{
    return R"({"class_name": "Sequential", "config": {"name": "s", "layers": [{"class_name": "InputLayer", "config": )"
           R"({"batch_input_shape": )"
        + shape + R"(, "dtype": "float32", "name": "x"}})" + (layers.empty() ? "" : ", ") + layers + "]}}";
}

std::string layer(const std::string& name, const std::string& config, const std::string& more = {})
{
    return R"({"class_name": ")" + name + R"(", "config": {"name": "l")" + (config.empty() ? "" : ", ") + config + "}" + more + "}";
}

std::string keptAs(const QTemporaryDir& folder, const std::string& config, const std::string& weights, bool deflate)
{
    const std::string path = folder.filePath("model.keras").toStdString();
    writeZip(path, {{"metadata.json", R"({"keras_version": "3.15.1"})"}, {"config.json", config}, {"model.weights.h5", weights}},
             deflate);
    return path;
}

std::string bytesOf(const fs::path& file)
{
    return readTextFile(file, std::size_t{1} << 24).take();
}

} // namespace

void TestKerasImport::predictsAsKeras_data()
{
    QTest::addColumn<QString>("file");
    for (const char* name : {"picture.keras", "picture.h5", "text.keras", "text.h5", "nested.keras", "nested.h5", "operators.keras",
                             "keras2_picture.h5", "keras2_text.h5", "keras2_nested.h5", "keras2_operators.h5"})
        QTest::newRow(name) << name;
}

void TestKerasImport::predictsAsKeras()
{
    QFETCH(const QString, file);
    const fs::path path = models / file.toStdString();
    const WeightFile arrays = readWeights(fs::path(path).replace_extension(".npz")).take();
    ImportedOnnx model;
    try {
        model = withPorts(imported(path));
    } catch (const Error& error) {
        QFAIL(error.what());
    }
    std::vector<std::vector<float>> inputs;
    for (const ImportedPort& input : model.inputs) {
        const WeightTensor* array = arrays.find("in_" + input.name);
        QVERIFY2(array, input.name.c_str());
        inputs.push_back(floatsOf(*array));
    }
    ImportedNetwork network(model, "cpu", 3);
    const auto outputs = network.predict(inputs);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const std::vector<float> expected = floatsOf(*arrays.find("out_" + std::to_string(i)));
        QCOMPARE(outputs[i].size(), expected.size());
        for (std::size_t k = 0; k < expected.size(); ++k)
            QVERIFY2(std::abs(outputs[i][k] - expected[k]) <= 1e-5f * std::max(1.0f, std::abs(expected[k])),
                     qPrintable(QStringLiteral("%1 instead of %2").arg(outputs[i][k]).arg(expected[k])));
    }
    QVERIFY(!arrays.find("out_" + std::to_string(outputs.size())));
}

void TestKerasImport::keepsNames()
{
    const ImportedModel model = imported(models / "text.keras");
    std::string ids;
    for (const Node& node : model.project.graph.nodes)
        ids += node.id + ' ';
    QCOMPARE(ids, "words embedding conv both each norm gru drop both_1 shorter simple dense ");
    QCOMPARE(model.project.title, "text");
}

void TestKerasImport::sharesWeights()
{
    const ImportedModel model = imported(models / "nested.keras");
    std::map<std::string, std::string> shares;
    for (const Node& node : model.project.graph.nodes)
        if (!node.shares.empty())
            shares[node.id] = node.shares;
    const std::map<std::string, std::string> expected{{"dense_2", "dense"},
                                                      {"encoder_dense_2", "encoder_dense"},
                                                      {"encoder_inner_dense_2", "encoder_inner_dense"},
                                                      {"encoder_norm_2", "encoder_norm"}};
    QCOMPARE(shares, expected);
    std::string names;
    for (const ImportedWeight& weight : model.weights)
        names += weight.name + ' ';
    QVERIFY2(names.find("encoder_inner_dense.kernel ") != std::string::npos, names.c_str());
}

void TestKerasImport::readsTraining()
{
    for (const char* name : {"picture.keras", "picture.h5", "keras2_picture.h5"}) {
        const ImportedModel model = imported(models / name);
        const TrainingSettings& training = model.project.training;
        QCOMPARE(training.objectives.size(), std::size_t{1});
        QCOMPARE(training.objectives[0].loss.id, "sparse_categorical_crossentropy");
        QCOMPARE(training.objectives[0].metrics, (std::vector<Component>{{"accuracy", {}}}));
        QCOMPARE(training.optimizer.id, "sgd");
        QVERIFY(std::abs(std::get<double>(training.optimizer.parameters.at("learning_rate")) - 0.02) < 1e-8);
        QVERIFY(std::abs(std::get<double>(training.optimizer.parameters.at("momentum")) - 0.8) < 1e-6);
        QCOMPARE(training.emaMomentum, 0.0);
        const Node* dense = model.project.graph.find("fully");
        QVERIFY(dense && std::abs(std::get<double>(dense->parameters.at("kernel_l2")) - 0.01) < 1e-8);
    }
}

void TestKerasImport::readsLossesOfOutputs()
{
    for (const char* name : {"nested.keras", "nested.h5", "keras2_nested.h5"}) {
        const std::vector<Objective> objectives = imported(models / name).project.training.objectives;
        QCOMPARE(objectives.size(), std::size_t{2});
        QCOMPARE(objectives[0].output, "kind");
        QCOMPARE(objectives[0].loss.id, "sparse_categorical_crossentropy");
        QCOMPARE(objectives[0].metrics, (std::vector<Component>{{"accuracy", {}}}));
        QCOMPARE(objectives[1].output, "size");
        QCOMPARE(objectives[1].loss.id, "mean_squared_error");
        QCOMPARE(objectives[1].weight, 0.25);
        QCOMPARE(objectives[1].metrics, (std::vector<Component>{{"mean_absolute_error", {}}}));
    }
    // One loss is that of the first output alone, and a list has one for each.
    const std::string model =
        R"({"class_name": "Functional", "config": {"name": "m", "layers": [)"
        R"({"class_name": "InputLayer", "name": "x", "config": {"batch_input_shape": [null, 4], "name": "x"}},)"
        R"({"class_name": "Dense", "name": "a", "config": {"name": "a", "units": 2}, "inbound_nodes": [[["x", 0, 0, {}]]]},)"
        R"({"class_name": "Dense", "name": "b", "config": {"name": "b", "units": 1}, "inbound_nodes": [[["x", 0, 0, {}]]]}],)"
        R"("input_layers": [["x", 0, 0]], "output_layers": [["a", 0, 0], ["b", 0, 0]]}})";
    const auto lossesOf = [&](const std::string& training) {
        std::string all;
        for (const Objective& objective : importedConfig(model, training).project.training.objectives)
            all += objective.output + ' ' + objective.loss.id + ' ' + std::to_string(objective.metrics.size()) + ';';
        return all;
    };
    QCOMPARE(lossesOf(R"({"loss": "mse", "metrics": ["mae"]})"), "a mean_squared_error 1;");
    QCOMPARE(lossesOf(R"({"loss": ["mse", "mae"], "metrics": [["mae"], []]})"), "a mean_squared_error 1;b mean_absolute_error 0;");
    QCOMPARE(lossesOf(R"({"loss": {"b": "mae"}})"), "b mean_absolute_error 0;");
    QVERIFY(hasNote(importedConfig(model, R"({"loss": {"b": "mae"}})"), "2 outputs, of which 1 have a loss"));
    QCOMPARE(lossesOf(R"({"loss": "my_loss"})"), "a mean_squared_error 0;");
    QVERIFY(hasNote(importedConfig(model, R"({"loss": "my_loss"})"), "the loss my_loss"));
}

void TestKerasImport::readsKeras2()
{
    const std::string compiled =
        R"({"optimizer_config": {"class_name": "Custom>Adam", "config": {"name": "Adam", "weight_decay": null, "use_ema": true,)"
        R"( "ema_momentum": 0.9, "jit_compile": true, "is_legacy_optimizer": false, "learning_rate": {"class_name": "CosineDecay",)"
        R"( "config": {"initial_learning_rate": 0.125, "decay_steps": 10, "alpha": 0.5}}}}, "loss": {"class_name":)"
        R"( "LossFunctionWrapper", "config": {"fn": "mean_absolute_error", "name": "x"}}, "metrics": [[{"class_name":)"
        R"( "MeanMetricWrapper", "config": {"name": "m", "fn": "mean_squared_error"}}]]})";
    const ImportedModel model = importedConfig(
        sequence("[null, 8, 8, 1]",
                 layer("Conv2D",
                       R"("filters": 3, "kernel_size": {"class_name": "__tuple__", "items": [3, 3]}, "activation": "linear",)"
                       R"( "kernel_initializer": {"class_name": "VarianceScaling", "config": {"scale": 2.0, "mode": "fan_in",)"
                       R"( "distribution": "truncated_normal", "seed": null}}, "kernel_regularizer": {"class_name": "L1L2",)"
                       R"( "config": {"l1": 0.5, "l2": 0.25}}, "kernel_constraint": {"class_name": "MaxNorm", "config":)"
                       R"( {"max_value": 3, "axis": 0}})")
                     + ", " + layer("LeakyReLU", R"("alpha": {"type": "ndarray", "value": 0.125})") + ", "
                     + layer("ReLU", R"("max_value": null, "negative_slope": 0.25, "threshold": 0.0)") + ", "
                     + layer("Flatten", R"("data_format": "channels_last", "trainable": true)")),
        compiled);
    QCOMPARE(layersOf(model.project.graph), "input conv2d leaky_relu leaky_relu flatten");
    const auto& nodes = model.project.graph.nodes;
    QCOMPARE(std::get<std::string>(nodes[1].parameters.at("kernel_initializer")), "he_normal");
    QCOMPARE(std::get<double>(nodes[1].parameters.at("kernel_l1")), 0.5);
    QCOMPARE(std::get<double>(nodes[1].parameters.at("kernel_l2")), 0.25);
    QCOMPARE(std::get<double>(nodes[1].parameters.at("max_norm")), 3.0);
    QCOMPARE(std::get<double>(nodes[2].parameters.at("negative_slope")), 0.125);
    QCOMPARE(std::get<double>(nodes[3].parameters.at("negative_slope")), 0.25);
    const TrainingSettings& training = model.project.training;
    QCOMPARE(training.optimizer.id, "adam");
    QCOMPARE(std::get<double>(training.optimizer.parameters.at("learning_rate")), 0.125);
    QCOMPARE(training.schedule.id, "cosine");
    QCOMPARE(training.emaMomentum, 0.9);
    QCOMPARE(training.objectives[0].loss.id, "mean_absolute_error");
    QCOMPARE(training.objectives[0].metrics, (std::vector<Component>{{"root_mean_squared_error", {}}}));
    QVERIFY(!hasNote(model, "Adam"));
    const ImportedModel half = importedConfig(sequence(
        "[null, 4]", layer("Dense", R"("units": 2, "dtype": {"class_name": "Policy", "config": {"name": "mixed_float16"}})")));
    QVERIFY(hasNote(half, "mixed_float16"));
}

void TestKerasImport::scalesPictures()
{
    const ImportedModel scaled = imported(models / "picture.keras");
    QCOMPARE(scaled.project.data.source, "image_folder");
    QCOMPARE(scaled.project.data.divide, 1.0); // its first layer divides
    QVERIFY(!hasNote(scaled, "divided by 255"));
    QCOMPARE(importedConfig(sequence("[null, 8, 8, 1]", layer("Flatten", ""))).project.data.divide, 0.0);
}

void TestKerasImport::namesAllLayers()
{
    const std::string refusal = refusalOf(models / "refused.keras");
    for (const char* part : {"layer twice: Lambda", "layer older: reset_after=false", "layer grows: activation of dense: "})
        QVERIFY2(refusal.find(part) != std::string::npos, refusal.c_str());
    QVERIFY2(refusal.find("refused.keras can't be imported") != std::string::npos, refusal.c_str());
}

void TestKerasImport::refusesLayers_data()
{
    QTest::addColumn<std::string>("shape");
    QTest::addColumn<std::string>("entry");
    QTest::addColumn<std::string>("part");
    const auto row = [](const char* name, const char* shape, const std::string& entry, const char* part) {
        QTest::newRow(name) << std::string(shape) << entry << std::string(part);
    };
    const std::string units = R"("units": 3)";
    row("own class", "[null, 4]", layer("Mine", "", R"(, "module": "my.code", "registered_name": "Mine")"),
        "layer l: Mine computes");
    row("registered", "[null, 4]", layer("Dense", units, R"(, "module": null, "registered_name": "mine>Dense")"), "Dense computes");
    row("unknown", "[null, 4]", layer("Hashing", ""), "no layer like Keras's Hashing");
    row("another module's", "[null, 4]", layer("Dense", units, R"(, "module": "__main__", "registered_name": "Dense")"),
        "Dense computes");
    row("subclassed model", "[null, 4]", layer("Model", ""), "does not list its layers");
    row("no class", "[null, 4]", R"({"config": {"name": "l"}})", "layer l:");
    row("no config", "[null, 4]", R"({"class_name": "Dense"})", "Dense");
    row("channels first", "[null, 3, 8, 8]",
        layer("Conv2D", R"("filters": 2, "kernel_size": [3, 3], "data_format": "channels_first")"), "data_format=channels_first");
    row("other axis", "[null, 8, 8, 3]", layer("BatchNormalization", R"("axis": [1])"), "axis=1");
    row("unscaled", "[null, 4]", layer("BatchNormalization", R"("scale": false)"), "scale=false");
    row("hard sigmoid", "[null, 4]", layer("Dense", units + R"(, "activation": "hard_sigmoid")"), "hard_sigmoid of Keras 2");
    row("gate", "[null, 9, 4]", layer("LSTM", units + R"(, "recurrent_activation": "hard_sigmoid")"), "hard_sigmoid");
    row("reset before", "[null, 9, 4]", layer("GRU", units + R"(, "reset_after": false)"), "reset_after=false");
    row("states", "[null, 9, 4]", layer("LSTM", units + R"(, "return_state": true)"), "return_state=true");
    row("slopes of all numbers", "[null, 8, 8, 3]", layer("PReLU", R"("shared_axes": null)"), "shared_axes");
    row("threshold", "[null, 4]", layer("ReLU", R"("max_value": 6.0, "threshold": 1.0)"), "threshold=1");
    row("time first", "[null, 9, 4]", layer("LSTM", units + R"(, "time_major": true)"), "time_major=true");
    const std::string lstm = R"("layer": )" + layer("LSTM", units + R"(, "return_sequences": true)");
    row("sum of directions", "[null, 9, 4]", layer("Bidirectional", lstm + R"(, "merge_mode": "sum")"), "merge_mode");
    row("two sizes", "[null, 9, 4]",
        layer("Bidirectional",
              lstm + R"(, "merge_mode": "concat", "backward_layer": )" + layer("LSTM", R"("units": 4, "go_backwards": true)")),
        "two directions differ");
    row("causal", "[null, 9, 4]", layer("Conv1D", R"("filters": 2, "kernel_size": [3], "padding": "causal")"), "causal");
    row("negative", "[null, 4]", layer("Dense", R"("units": -3)"), "units");
    row("huge", "[null, 4]", layer("Dense", R"("units": 18446744073709551615)"), "units");
    row("text for a number", "[null, 4]", layer("Dense", R"("units": "many")"), "units");
    row("open shape", "[null, null, null, 3]", layer("Conv2D", R"("filters": 2, "kernel_size": [3, 3])"), "--input-shape");
}

void TestKerasImport::refusesLayers()
{
    QFETCH(const std::string, shape);
    QFETCH(const std::string, entry);
    QFETCH(const std::string, part);
    const std::string refusal = refusalOfConfig(sequence(shape, entry), "2.11.0");
    QVERIFY2(refusal.find(part) != std::string::npos, refusal.c_str());
    QVERIFY(refusal.find('\n') == std::string::npos);
}

void TestKerasImport::refusesConfigs_data()
{
    QTest::addColumn<std::string>("config");
    QTest::addColumn<std::string>("part");
    const auto row = [](const char* name, const std::string& config, const char* part) {
        QTest::newRow(name) << config << std::string(part);
    };
    const auto functional = [](const std::string& layers, const std::string& outputs) {
        return R"({"class_name": "Functional", "config": {"name": "m", "layers": [{"class_name": "InputLayer", "name": "x", "config":)"
               R"( {"batch_input_shape": [null, 4], "name": "x"}, "inbound_nodes": []})"
            + layers + R"(], "input_layers": [["x", 0, 0]], "output_layers": )" + outputs + "}}";
    };
    const auto dense = [](const std::string& name, const std::string& nodes) {
        return R"(, {"class_name": "Dense", "name": ")" + name + R"(", "config": {"name": ")" + name
            + R"(", "units": 4}, "inbound_nodes": )" + nodes + "}";
    };
    row("no JSON", "{", "damaged");
    row("a number", "3", "?");
    row("a subclass", R"({"class_name": "Mine", "config": {}, "module": "__main__", "registered_name": "Mine"})",
        "Mine is a class");
    row("no layers", R"({"class_name": "Sequential", "config": {"name": "s", "layers": []}})", "no layers");
    row("layers that are a number", R"({"class_name": "Sequential", "config": 7})", "no layers");
    row("no functional layers", R"({"class_name": "Functional", "config": {"name": "s"}})", "does not list its layers");
    row("in a circle", functional(dense("a", R"([[["b", 0, 0, {}]]])") + dense("b", R"([[["a", 0, 0, {}]]])"), R"([["b", 0, 0]])"),
        "layer a: it is computed from its own output");
    row("of itself", functional(dense("a", R"([[["a", 0, 0, {}]]])"), R"([["a", 0, 0]])"), "its own output");
    row("unknown layer", functional(dense("a", R"([[["z", 0, 0, {}]]])"), R"([["a", 0, 0]])"), "a call of z");
    row("unknown call", functional(dense("a", R"([[["x", 7, 0, {}]]])"), R"([["a", 0, 0]])"), "a call of x");
    row("negative call", functional(dense("a", R"([[["x", -1, 0, {}]]])"), R"([["a", 0, 0]])"), "a call of x");
    row("unknown output", functional(dense("a", R"([[["x", 0, 0, {}]]])"), R"([["z", 0, 0]])"), "outputs");
    row("no outputs", functional(dense("a", R"([[["x", 0, 0, {}]]])"), "[]"), "outputs");
    row("two of a name", functional(dense("a", R"([[["x", 0, 0, {}]]])") + dense("a", "[]"), R"([["a", 0, 0]])"), "two layers");
    row("nothing to read", functional(dense("a", "[[]]"), R"([["a", 0, 0]])"), "what it is applied to");
    row("another argument", functional(dense("a", R"([[["x", 0, 0, {"mask": ["x", 0, 0]}]]])"), R"([["a", 0, 0]])"),
        "called with mask");
    row("two values", functional(dense("a", R"([[["x", 0, 0, {}], ["x", 0, 0, {}]]])"), R"([["a", 0, 0]])"), "reads 2 values");
    row("duplicate keys", R"({"class_name": "Sequential", "class_name": "Model", "config": {}})", "damaged");
    std::string deep = "0";
    for (int i = 0; i < 100; ++i)
        deep = "[" + deep + "]";
    row("deep lists", R"({"class_name": "Sequential", "config": )" + deep + "}", "damaged");
}

void TestKerasImport::refusesConfigs()
{
    QFETCH(const std::string, config);
    QFETCH(const std::string, part);
    const std::string refusal = refusalOfConfig(config);
    QVERIFY2(refusal.find(part) != std::string::npos, refusal.c_str());
    QVERIFY(refusal.find('\n') == std::string::npos);
}

void TestKerasImport::refusesFiles()
{
    const QTemporaryDir folder;
    const std::string whole = bytesOf(models / "picture.keras");
    data::ZipArchive zip(std::as_bytes(std::span(whole)), "picture");
    const auto text = [&](const char* member) {
        const auto bytes = zip.bytes(*zip.find(member));
        return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    };
    const std::string config = text("config.json"), weights = text("model.weights.h5");
    QCOMPARE(refusalOf(keptAs(folder, config, weights, true)), "");
    const auto refuses = [](const fs::path& path, const char* part) {
        const std::string refusal = refusalOf(path);
        if (refusal.find(part) == std::string::npos)
            qWarning("%s", refusal.c_str());
        return refusal.find(part) != std::string::npos;
    };
    // Deflate packs 1032:1; a config of spaces is out of all proportion to its archive.
    QVERIFY(refuses(keptAs(folder, std::string(std::size_t{64} << 20, ' '), weights, true), "out of all proportion"));
    QVERIFY(refuses(keptAs(folder, config, std::string(std::size_t{64} << 20, '\0'), true), "out of all proportion"));
    QVERIFY(refuses(keptAs(folder, config, "no HDF5", false), "can't be read as a Keras model"));
    QVERIFY(refuses(keptAs(folder, "", weights, false), "damaged"));
    const std::string none = folder.filePath("none.keras").toStdString();
    writeZip(none, {{"model.weights.h5", weights}}, false);
    QVERIFY(refuses(none, "not its layers"));
    writeZip(none, {{"config.json", config}}, false);
    QVERIFY(refuses(none, "model.weights.h5"));
    const fs::path others = fs::path(NETSMITH_FIXTURES) / "weights/keras";
    QVERIFY(refuses(others / "latest.weights.h5", "not its layers"));
    QVERIFY(refuses(others / "keras1.h5", "not its layers"));
    QVERIFY(refuses(others / "refused_external_link.h5", "can't be imported"));
    QVERIFY(refuses(others / "refused_hard_link_loop.h5", "can't be imported"));
    QVERIFY(refuses(others / "whole.keras", "layer stack: Netsmith has no layer like Keras's RNN"));
    QVERIFY(refusalOfConfig(sequence("[null, 4]", ""), "1.2.2").find("Keras 1.2.2") != std::string::npos);
}

void TestKerasImport::everyTruncationIsAnError()
{
    const QTemporaryDir folder;
    for (const char* name : {"operators.keras", "keras2_operators.h5"}) {
        const std::string whole = bytesOf(models / name);
        const std::string path = folder.filePath(name).toStdString();
        for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 150) {
            writeFileSafely(path, std::string_view(whole).substr(0, size)).take();
            const std::string refusal = refusalOf(path);
            QVERIFY2(refusal.find("can't be imported") != std::string::npos && refusal.find("another kind") == std::string::npos,
                     refusal.c_str());
        }
    }
}

void TestKerasImport::wrongWeightsAreAnError()
{
    const QTemporaryDir folder;
    const std::string picture = bytesOf(models / "picture.keras"), text = bytesOf(models / "text.keras");
    const auto member = [](const std::string& bytes, const char* name) {
        data::ZipArchive zip(std::as_bytes(std::span(bytes)), "model");
        const auto content = zip.bytes(*zip.find(name));
        return std::string(reinterpret_cast<const char*>(content.data()), content.size());
    };
    const std::string refusal = refusalOf(keptAs(folder, member(picture, "config.json"), member(text, "model.weights.h5"), false));
    QVERIFY2(refusal.find("can't be imported") != std::string::npos, refusal.c_str());
    std::string config = member(picture, "config.json");
    const std::string units = R"("units": 5)";
    config.replace(config.find(units), units.size(), R"("units": 6)");
    const std::string misfit = refusalOf(keptAs(folder, config, member(picture, "model.weights.h5"), false));
    QVERIFY2(misfit.find("fully") != std::string::npos || misfit.find("classes") != std::string::npos, misfit.c_str());
}

void TestKerasImport::isBounded_data()
{
    QTest::addColumn<std::string>("config");
    const auto row = [](const char* name, std::string config) { QTest::newRow(name) << std::move(config); };
    std::string many;
    for (int i = 0; i < 20'000; ++i)
        many += (i ? "," : "") + layer("Dense", R"("units": 4)");
    row("20,000 layers", sequence("[null, 4]", many));
    std::string own;
    for (int i = 0; i < 20'000; ++i)
        own += (i ? "," : "") + layer("Mine" + std::to_string(i), "");
    row("20,000 unknown layers", sequence("[null, 4]", own));
    // Each model uses the one in it twice, so that 2^15 layers are meant.
    std::string inner = sequence("[null, 4]", layer("Dense", R"("units": 4)"));
    for (int i = 0; i < 15; ++i)
        inner =
            R"({"class_name": "Functional", "name": "f", "config": {"name": "f", "layers": [{"class_name": "InputLayer", "name":)"
            R"( "x", "config": {"batch_input_shape": [null, 4], "name": "x"}, "inbound_nodes": []}, )"
            + inner.substr(0, inner.size() - 1) + R"(, "name": "s", "inbound_nodes": [[["x", 0, 0, {}]], [["s", 0, 0, {}]]]})"
            + R"(], "input_layers": [["x", 0, 0]], "output_layers": [["s", 1, 0]]}})";
    row("models in models", inner);
}

/// The import ends with one sentence, and within the stack of a thread.
void TestKerasImport::isBounded()
{
    QFETCH(const std::string, config);
    const std::string refusal = refusalOfConfig(config);
    QVERIFY2(!refusal.empty() && refusal.size() < 4000 && refusal.find("another kind") == std::string::npos,
             refusal.substr(0, 2000).c_str());
}

void TestKerasImport::readsRealFiles_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<std::size_t>("numbers");
    QTest::newRow("ResNet-8") << "mlperf_tiny/pretrainedResnet.h5" << std::size_t{78'666};
    QTest::newRow("wake word") << "mlperf_tiny/str_ww_ref_model.h5" << std::size_t{0};
    QTest::newRow("mini-XCEPTION") << "emotion_xception/emotion_model.hdf5" << std::size_t{58'423};
}

void TestKerasImport::readsRealFiles()
{
    QFETCH(const QString, file);
    QFETCH(const std::size_t, numbers);
    const fs::path path = fs::path(qEnvironmentVariable("NETSMITH_DATA_DIR").toStdString()) / "weights" / file.toStdString();
    if (qEnvironmentVariableIsEmpty("NETSMITH_DATA_DIR") || !fs::exists(path))
        QSKIP("NETSMITH_DATA_DIR does not hold this file");
    ImportedModel model;
    try {
        model = imported(path);
    } catch (const Error& error) {
        QFAIL(error.what());
    }
    std::size_t count = 0;
    for (const ImportedWeight& weight : model.weights)
        count += weight.numbers.size();
    if (numbers)
        QCOMPARE(count, numbers);
    QVERIFY(count > 0);
    QVERIFY(!hasNote(model, "not used"));
}

NETSMITH_TEST(TestKerasImport)

} // namespace test_keras_import

#include "test_keras_import.moc"
