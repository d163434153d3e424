#include "tests/engine/interop/imported_network.h"

#include "engine/backend/loader.h"
#include "engine/catalog/catalog.h"
#include "engine/predict/field_types.h"
#include "engine/store/arena_arrays.h"

#include <algorithm>
#include <cstring>

namespace netsmith::test {
namespace {

/// Calls `take` with the place of each number of a batch in the model, sample by sample.
template <class Take>
void walkSamples(const interop::ImportedPort& port, std::size_t numbers, Take take)
{
    const std::vector<std::int64_t> places = port.layout.modelPlaces(); // row-major without the axis of samples
    const std::vector<std::int64_t> dims = port.layout.sizes();
    std::int64_t inner = 1;
    for (auto i = static_cast<std::size_t>(port.layout.batchAxis()) + 1; i < dims.size(); ++i)
        inner *= dims[i];
    const std::int64_t batch = static_cast<std::int64_t>(numbers) / std::ssize(places);
    for (std::int64_t sample = 0; sample < batch; ++sample)
        for (const std::int64_t place : places)
            take(static_cast<std::size_t>((place / inner * batch + sample) * inner + place % inner));
}

} // namespace

std::vector<float> toSamples(const interop::ImportedPort& port, const std::vector<float>& numbers)
{
    std::vector<float> result;
    walkSamples(port, numbers.size(), [&](std::size_t place) { result.push_back(numbers.at(place)); });
    return result;
}

std::vector<float> fromSamples(const interop::ImportedPort& port, const std::vector<float>& numbers)
{
    std::vector<float> result(numbers.size());
    std::size_t next = 0;
    walkSamples(port, numbers.size(), [&](std::size_t place) { result.at(place) = numbers.at(next++); });
    return result;
}

ImportedNetwork::ImportedNetwork(const interop::ImportedOnnx& imported, const std::string& backend, std::int64_t batch)
    : m_imported(imported)
    , m_batch(batch)
{
    Project& project = m_imported.project;
    for (const interop::ImportedPort& input : m_imported.inputs) {
        const Node* node = project.graph.find(input.node);
        data::FieldSpec field{
            .name = std::get<std::string>(node->parameters.at("field")), .type = DataType::f32, .shape = input.shape};
        for (const Edge* edge : project.graph.outOf(input.node))
            if (const Node* reader = project.graph.find(edge->to.node); reader->layer == "embedding") {
                field.type = DataType::i32;
                field.classes = static_cast<int>(std::get<std::int64_t>(reader->parameters.at("input_dim")));
            }
        m_fields.push_back(std::move(field));
    }
    project.training.objectives.clear();
    for (std::size_t i = 0; i < m_imported.outputs.size(); ++i) {
        Objective objective;
        objective.output = m_imported.outputs[i].node;
        m_places.push_back(project.training.objectives.size());
        const auto same = std::ranges::find(project.training.objectives, objective.output, &Objective::output);
        if (same != project.training.objectives.end()) {
            m_places.back() = static_cast<std::size_t>(same - project.training.objectives.begin());
            continue;
        }
        objective.target = "target_" + std::to_string(i);
        objective.loss = {"mean_squared_error", {}};
        objective.metrics.clear();
        m_fields.push_back({.name = objective.target, .type = DataType::f32, .shape = m_imported.outputs[i].shape});
        project.training.objectives.push_back(objective);
    }
    project.training.batch = m_batch;
    m_project = std::make_unique<CheckedProject>(project, catalog(), fieldTypes(m_fields));
    m_project->requireOk();
    static constexpr std::string_view program = "predict";
    m_network = std::make_unique<CompiledNetwork>(*loadBackend(backend).take(),
                                                  NetworkRequest{.project = *m_project, .programs = {program}},
                                                  std::vector<std::int64_t>{m_batch});
    m_network->drawWeights();
    SafetensorsFile arrays = captureWeights(m_network->state(), m_network->plan());
    for (TensorView& array : arrays.tensors) {
        const auto found = std::ranges::find(m_imported.weights, array.name, &interop::ImportedWeight::name);
        if (found == m_imported.weights.end() || found->shape != array.shape)
            throw std::runtime_error("no imported weight for " + array.name + " of " + array.shape.text());
        array.bytes = std::as_bytes(std::span(found->numbers));
    }
    restoreWeights(m_network->state(), m_network->plan(), arrays, "import");
    m_prediction = std::make_unique<NetworkPrediction>(*m_network, m_project->project(), m_fields);
}

std::vector<std::vector<float>> ImportedNetwork::predict(const std::vector<std::vector<float>>& inputs)
{
    std::vector<data::Field> fields;
    for (std::size_t i = 0; i < m_imported.inputs.size(); ++i) {
        const std::vector<float> numbers = toSamples(m_imported.inputs[i], inputs.at(i));
        data::NewField field = data::makeField(m_fields[i], m_batch);
        if (m_fields[i].type == DataType::i32) {
            std::vector<std::int32_t> ids(numbers.begin(), numbers.end());
            std::memcpy(field.bytes, ids.data(), ids.size() * sizeof ids[0]);
        } else {
            std::memcpy(field.bytes, numbers.data(), numbers.size() * sizeof numbers[0]);
        }
        fields.push_back(field.field);
    }
    const std::vector<std::vector<float>> predicted = m_prediction->predict(fields);
    std::vector<std::vector<float>> outputs;
    for (std::size_t i = 0; i < m_imported.outputs.size(); ++i)
        outputs.push_back(fromSamples(m_imported.outputs[i], predicted.at(m_places[i])));
    return outputs;
}

} // namespace netsmith::test
