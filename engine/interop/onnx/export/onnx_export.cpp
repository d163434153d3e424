#include "engine/interop/onnx/export/onnx_export.h"

#include "engine/catalog/catalog.h"
#include "engine/core/error.h"
#include "engine/interop/onnx/export/onnx_inputs.h"
#include "engine/plan/checks/project_nodes.h"
#include "engine/predict/field_types.h"
#include "engine/predict/saved_run.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace netsmith::interop {
namespace {

constexpr std::string_view averageEnding = "/average"; // as a checkpoint names them

template <class T>
std::vector<float> storedFloats(std::span<const std::byte> bytes)
{
    std::vector<T> numbers(bytes.size() / sizeof(T));
    if (!numbers.empty())
        std::memcpy(numbers.data(), bytes.data(), bytes.size());
    return {numbers.begin(), numbers.end()};
}

/// The moving average of a weight if there is one, as in the run's evaluation.
WeightArray storedWeight(const SafetensorsFile& weights, const std::string& id)
{
    const TensorView* found = weights.find(id + std::string(averageEnding));
    if (!found)
        found = weights.find(id);
    if (!found || (found->type != DataType::f32 && found->type != DataType::f64))
        refuse(NS_MESSAGE("onnx_export.weight", "the weights have no \"{0}\" in f32 or f64; they belong to another network"), id);
    return {found->shape, found->type == DataType::f32 ? storedFloats<float>(found->bytes) : storedFloats<double>(found->bytes)};
}

/// Predictions of a field that is learned standardised, in its own units: as `BatchFields::inOwnUnits`.
OnnxCall::Value inOwnUnits(OnnxBuilder& builder, const std::string& node, OnnxCall::Value value, const FieldType& field)
{
    if (field.deviations.empty())
        return value;
    const auto numbers = [&](const std::vector<double>& given) {
        if (given.size() == 1)
            return builder.number(given[0]);
        WeightArray array{{static_cast<std::int64_t>(given.size())}, {}};
        for (const double number : given)
            array.values.push_back(static_cast<float>(number));
        return builder.numbers(array);
    };
    value = builder.add(node, "Mul", {value, numbers(field.deviations)});
    return builder.add(node, "Add", {value, numbers(field.means)});
}

} // namespace

OnnxModel onnxModelOf(const CheckedProject& project, std::span<const data::FieldSpec> fields, const SafetensorsFile& weights,
                      const OnnxExportOptions& options)
{
    project.requireOk();
    const Project& flat = project.flat();
    OnnxBuilder builder(options.weights);
    OnnxInputs inputs(builder, project, fields, options.preprocessing);
    const OnnxNetwork network{flat.graph, *project.catalog().layers, project.shapes(),
                              [&](const std::string& id) { return storedWeight(weights, id); }};
    const OnnxOutputs values = exportLayers(builder, network, [&](const Node& node) { return inputs.entering(node); });

    std::vector<std::pair<std::string, std::string>> metadata;
    std::set<std::string> written;
    for (const Objective& objective : flat.training.objectives) {
        const Node* node = objectiveNode(flat.graph, objective);
        if (!node || !written.insert(node->id).second)
            continue;
        const std::pair place{node->id, project.catalog().layers->find(node->layer)->outputs[0].name};
        OnnxCall::Value value = values.at(place);
        if (objective.learnsField()) {
            const auto type = std::ranges::find(project.fields(), objective.target, &FieldType::name);
            if (type != project.fields().end())
                value = inOwnUnits(builder, node->id, value, *type);
            const auto field = std::ranges::find(fields, objective.target, &data::FieldSpec::name);
            if (field != fields.end() && !field->classNames.empty())
                metadata.emplace_back("class_names." + node->id, Json(field->classNames).dump());
        }
        builder.output(node->id, value, *project.shapes().at({place.first, place.second}));
    }
    OnnxModel model = finishedModel(builder, flat.title.empty() ? "network" : flat.title);
    model.metadata = std::move(metadata);
    return model;
}

OnnxModel onnxModelOf(const std::filesystem::path& run, const OnnxExportOptions& options)
{
    const SavedRun saved = openSavedRun(run, {});
    const CheckedProject project(saved.project, catalog(), fieldTypes(saved.record.fields));
    OnnxModel model = onnxModelOf(project, saved.record.fields, saved.checkpoint.weights, options);
    saved.checkpoint.weights.checkWhole();
    return model;
}

} // namespace netsmith::interop
