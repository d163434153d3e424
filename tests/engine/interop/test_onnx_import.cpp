#include "engine/interop/onnx/import/onnx_import.h"

#include "engine/core/error.h"
#include "engine/interop/weights/weight_file.h"
#include "engine/layers/registry.h"
#include "tests/engine/interop/imported_network.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>

using namespace netsmith;
using namespace netsmith::interop;
namespace fs = std::filesystem;

namespace {

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

std::vector<std::vector<float>> arraysOf(const WeightFile& file, const std::string& prefix)
{
    std::vector<std::vector<float>> arrays;
    while (const WeightTensor* tensor = file.find(prefix + std::to_string(arrays.size())))
        arrays.push_back(floatsOf(*tensor));
    return arrays;
}

/// The largest difference relative to the range of the expected numbers.
double differenceOf(const std::vector<float>& got, const std::vector<float>& expected)
{
    if (got.size() != expected.size())
        return INFINITY;
    double most = 0, range = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
        if (!(std::abs(got[i] - expected[i]) <= 1e30f))
            return INFINITY;
        most = std::max(most, static_cast<double>(std::abs(got[i] - expected[i])));
        range = std::max(range, static_cast<double>(std::abs(expected[i])));
    }
    return most / std::max(range, 1e-3);
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
        return {};
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

QTEST_GUILESS_MAIN(TestOnnxImport)
#include "test_onnx_import.moc"
