#include "engine/interop/onnx/import/onnx_import.h"

#include "engine/core/error.h"
#include "engine/interop/weights/weight_file.h"
#include "engine/layers/registry.h"
#include "tests/engine/interop/imported_network.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>

namespace test_onnx_import {

using namespace netsmith;
using namespace netsmith::interop;
namespace fs = std::filesystem;

namespace {

using test::arraysOf;
using test::differenceOf;

/// A model, and what onnxruntime or the onnx package computes with it: MODEL.onnx beside MODEL.npz, with the arrays "in_0",
/// "out_0".
struct Case {
    fs::path model;
    std::string name;
};

std::vector<Case> casesIn(const fs::path& folder)
{
    std::vector<Case> cases;
    if (!fs::is_directory(folder))
        return cases;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".onnx" && fs::exists(fs::path(entry.path()).replace_extension(".npz")))
            cases.push_back({entry.path(), fs::relative(entry.path(), folder).string()});
    std::ranges::sort(cases, {}, &Case::name);
    return cases;
}

ImportedOnnx importFile(const fs::path& model, const WeightFile& arrays)
{
    OnnxImportOptions options;
    const OnnxModel read = openOnnx(model).take();
    std::size_t next = 0;
    for (const OnnxValue& input : read.graph.inputs) {
        if (std::ranges::find(read.graph.initializers, input.name, &OnnxTensor::name) != read.graph.initializers.end())
            continue;
        const WeightTensor* array = arrays.find("in_" + std::to_string(next++));
        std::vector<std::int64_t> sizes;
        const bool fixed = !input.shape || std::ranges::all_of(*input.shape, [](const OnnxDimension& d) { return d.size > 0; });
        if (!array || fixed)
            continue;
        const auto named = std::ranges::find(*input.shape, std::string("batch"), &OnnxDimension::name);
        const auto batch = named == input.shape->end() ? 0 : static_cast<int>(named - input.shape->begin());
        for (int axis = 0; axis < array->shape.rank(); ++axis)
            if (axis != batch)
                sizes.push_back(array->shape[axis]);
        options.inputShapes[input.name] = sizes;
    }
    return importOnnx(read, layers(), options);
}

/// A tensor of ours, positions and inputs before outputs, in the order of ONNX: outputs, inputs, positions.
std::vector<double> inModelOrder(const std::vector<double>& ours, std::int64_t outputs, std::int64_t inputs)
{
    const std::int64_t points = std::ssize(ours) / outputs / inputs;
    std::vector<double> result(ours.size());
    for (std::int64_t p = 0; p < points; ++p)
        for (std::int64_t i = 0; i < inputs; ++i)
            for (std::int64_t o = 0; o < outputs; ++o)
                result[static_cast<std::size_t>((o * inputs + i) * points + p)] =
                    ours[static_cast<std::size_t>((p * inputs + i) * outputs + o)];
    return result;
}

/// Gradients that PyTorch computed, by the names of its weights: "" if ours are the same, and a few steps lower the loss.
std::string verdictOnTraining(const WeightFile& arrays, const ImportedOnnx& imported, const std::vector<std::vector<float>>& inputs)
{
    const std::vector<std::vector<float>> targets = arraysOf(arrays, "target_");
    if (targets.empty())
        return {};
    test::ImportedNetwork network(imported, "cpu", std::ssize(inputs.at(0)) / imported.inputs.at(0).layout.sampleElements(), true);
    constexpr int steps = 10;
    const std::vector<test::ImportedNetwork::Step> trained =
        network.train(inputs, targets, steps, floatsOf(*arrays.find("rate")).at(0));
    if (!(trained.back().loss < trained.front().loss))
        return "failed: the loss goes from " + std::to_string(trained.front().loss) + " to " + std::to_string(trained.back().loss);
    // What PyTorch's own gradients in single precision keep.
    const double tolerance = static_cast<double>(floatsOf(*arrays.find("gradient_tolerance")).at(0));
    int compared = 0;
    for (const WeightTensor& tensor : arrays.tensors) {
        const std::string prefix = "gradient ";
        if (!tensor.name.starts_with(prefix))
            continue;
        std::string layer = tensor.name.substr(prefix.size());
        std::ranges::replace(layer, '.', '_');
        const auto found = trained.front().gradients.find(layer + ".kernel");
        if (found == trained.front().gradients.end())
            return "failed: no layer " + layer;
        const std::vector<double> ours = inModelOrder(found->second, tensor.shape[0], tensor.shape[1]);
        if (const double difference = differenceOf(std::vector<float>(ours.begin(), ours.end()), floatsOf(tensor));
            !(difference <= tolerance))
            return "failed: the gradient of " + layer + " differs by " + std::to_string(difference);
        ++compared;
    }
    return compared >= 3 ? std::string() : "failed: only " + std::to_string(compared) + " gradients were compared";
}

/// "" if the network predicts as the model does, else what is wrong; a refusal begins with "refused: ".
std::string verdictOn(const Case& one, double tolerance)
{
    try {
        const WeightFile arrays = readWeights(fs::path(one.model).replace_extension(".npz")).take();
        if (const WeightTensor* own = arrays.find("tolerance")) // what the expected numbers are rounded to
            tolerance = static_cast<double>(floatsOf(*own).at(0));
        const ImportedOnnx imported = importFile(one.model, arrays);
        if (!imported.refusals.empty())
            return "refused: " + imported.refusals[0].title + ": " + imported.refusals[0].reason.text();
        const std::vector<std::vector<float>> inputs = arraysOf(arrays, "in_"), expected = arraysOf(arrays, "out_");
        const std::int64_t batch = std::ssize(inputs.at(0)) / imported.inputs.at(0).layout.sampleElements();
        test::ImportedNetwork network(imported, "cpu", batch);
        const std::vector<std::vector<float>> outputs = network.predict(inputs);
        if (outputs.size() != expected.size())
            return "failed: " + std::to_string(outputs.size()) + " outputs";
        for (std::size_t i = 0; i < outputs.size(); ++i)
            if (const double difference = differenceOf(outputs[i], expected[i]); !(difference <= tolerance))
                return "failed: output " + std::to_string(i) + " differs by " + std::to_string(difference);
        return verdictOnTraining(arrays, imported, inputs);
    } catch (const Error& error) {
        return (error.kind() == ErrorKind::input ? "refused: " : "failed: ") + std::string(error.what());
    } catch (const std::exception& error) {
        return "failed: " + std::string(error.what());
    }
}

} // namespace

/// Models of ONNX become networks of our layers that compute the same.
class TestOnnxImport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void predictsAsTheModelDoes_data()
    {
        QTest::addColumn<QString>("model");
        for (const Case& one : casesIn(fs::path(NETSMITH_FIXTURES) / "onnx"))
            QTest::addRow("%s", one.name.c_str()) << QString::fromStdString(one.model.string());
    }
    void predictsAsTheModelDoes()
    {
        QFETCH(QString, model);
        constexpr double tolerance = 1e-5;
        const std::string verdict = verdictOn({model.toStdString(), {}}, tolerance);
        QVERIFY2(verdict.empty(), verdict.c_str());
    }

    /// What older exporters wrote of several nodes is one layer here, and only if nothing reads the numbers in between.
    void findsFunctions()
    {
        const auto countOf = [](const char* model, std::string_view layer) {
            const fs::path path = fs::path(NETSMITH_FIXTURES) / "onnx" / (std::string(model) + ".onnx");
            const ImportedOnnx imported = importOnnx(openOnnx(path).take(), layers());
            return std::ranges::count(imported.project.graph.nodes, layer, &Node::layer);
        };
        QCOMPARE(countOf("gelus", "gelu") + countOf("gelus", "dense"), 5); // one is the dense layer's activation
        QCOMPARE(countOf("gelus", "multiply"), 0);
        QCOMPARE(countOf("almost_gelus", "gelu"), 0);
        QCOMPARE(countOf("layer_normalisations", "layer_normalization"), 3);
        QCOMPARE(countOf("heads", "dot"), 6);
    }

    void saysWhatItCannotImport_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* model, const char* sentence) {
            QTest::newRow(model) << model << QString::fromUtf8(sentence);
        };
        row("unknown_operator", "Det \"det_0\": no layer computes this");
        row("other_domain", "operators of com.microsoft are not supported");
        row("open_size", "image: the model leaves the size of its axis 2 open");
        row("across_samples", "it works along axis 0, which counts the samples of a batch");
        row("mixed_samples", "a tensor of N×4 can't become one of 3×-1");
        row("depends_on_batch", "depends on the number of samples in a batch");
        row("computed_kernel", "its input 2 depends on the samples");
        row("kernel_of_other_channels", "its kernel has the shape 4×5×3×3");
        row("kernel_too_large", "does not fit");
        row("stride_of_nothing", "its \"strides\" do not fit");
        row("padded_by_a_window", "expected less padding than the window of 2");
        row("empty_slice", "it takes nothing of an axis of 6");
        row("large_constant", "more than the");
        row("training_mode", "export the model for inference");
        row("reset_before", "it resets the state before the product");
        row("misfit_matrix", "tensors of N×4 and 5×2 can't be multiplied");
        row("division", "it divides by a tensor");
        row("erf", "Erf \"erf_1\": no layer computes this");
        row("erf_read_twice", "no layer computes this");
        row("other_heads", "as of the heads of an attention");
        row("missing_axis", "its axis 7 does not exist in a tensor of 2 axes");
    }
    void saysWhatItCannotImport()
    {
        QFETCH(QString, model);
        QFETCH(QString, sentence);
        const fs::path path = fs::path(NETSMITH_FIXTURES) / "onnx" / "refused" / (model.toStdString() + ".onnx");
        std::string said;
        try {
            const ImportedOnnx imported = importOnnx(openOnnx(path).take(), layers());
            for (const RefusedNode& refusal : imported.refusals)
                said += refusal.title + ": " + refusal.reason.text() + "\n";
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::input);
            said = error.what();
        }
        QVERIFY2(QString::fromStdString(said).contains(sentence), said.c_str());
    }

    /// The cases that tests/peers/onnx_cases.py wrote: those of the onnx package and whole models. A table of what became of them
    /// is written beside.
    void predictsAsTheCasesOfPeers()
    {
        const QString folder = qEnvironmentVariable("NETSMITH_ONNX_CASES");
        if (folder.isEmpty())
            QSKIP("NETSMITH_ONNX_CASES names no folder that tests/peers/onnx_cases.py filled");
        const fs::path path = folder.toStdString();
        std::ofstream table(path / "verdicts.txt");
        int failed = 0;
        constexpr double tolerance = 1e-4;
        for (const Case& one : casesIn(path)) {
            const std::string verdict = verdictOn(one, tolerance);
            table << one.name << "\t" << (verdict.empty() ? "passed" : verdict) << "\n" << std::flush;
            failed += verdict.starts_with("failed") ? 1 : 0;
        }
        QCOMPARE(failed, 0);
    }
};

NETSMITH_TEST(TestOnnxImport)

} // namespace test_onnx_import

#include "test_onnx_import.moc"
