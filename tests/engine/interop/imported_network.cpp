#include "tests/engine/interop/imported_network.h"

#include "engine/backend/loader.h"
#include "engine/catalog/catalog.h"
#include "engine/data/order.h"
#include "engine/predict/field_types.h"
#include "engine/store/arena_arrays.h"

#include <algorithm>
#include <cmath>
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

std::vector<std::vector<float>> arraysOf(const interop::WeightFile& file, const std::string& prefix)
{
    std::vector<std::vector<float>> arrays;
    while (const interop::WeightTensor* tensor = file.find(prefix + std::to_string(arrays.size())))
        arrays.push_back(interop::floatsOf(*tensor));
    return arrays;
}

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

ImportedNetwork::ImportedNetwork(const interop::ImportedOnnx& imported, const std::string& backend, std::int64_t batch, bool trains)
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
    project.training.optimizer = {"sgd", {}};
    m_project = std::make_unique<CheckedProject>(project, catalog(), fieldTypes(m_fields));
    m_project->requireOk();
    NetworkRequest request{.project = *m_project};
    if (!trains)
        request.programs = {"predict"};
    m_network = std::make_unique<CompiledNetwork>(*loadBackend(backend).take(), request, std::vector<std::int64_t>{m_batch});
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

data::Field ImportedNetwork::fieldOf(std::size_t index, const std::vector<float>& samples) const
{
    data::NewField field = data::makeField(m_fields[index], m_batch);
    if (m_fields[index].type == DataType::i32) {
        const std::vector<std::int32_t> ids(samples.begin(), samples.end());
        std::memcpy(field.bytes, ids.data(), ids.size() * sizeof ids[0]);
    } else {
        std::memcpy(field.bytes, samples.data(), samples.size() * sizeof samples[0]);
    }
    return field.field;
}

std::vector<std::vector<float>> ImportedNetwork::predict(const std::vector<std::vector<float>>& inputs)
{
    std::vector<data::Field> fields;
    for (std::size_t i = 0; i < m_imported.inputs.size(); ++i)
        fields.push_back(fieldOf(i, toSamples(m_imported.inputs[i], inputs.at(i))));
    const std::vector<std::vector<float>> predicted = m_prediction->predict(fields);
    std::vector<std::vector<float>> outputs;
    for (std::size_t i = 0; i < m_imported.outputs.size(); ++i)
        outputs.push_back(fromSamples(m_imported.outputs[i], predicted.at(m_places[i])));
    return outputs;
}

std::vector<ImportedNetwork::Step> ImportedNetwork::train(const std::vector<std::vector<float>>& inputs,
                                                          const std::vector<std::vector<float>>& targets, int steps, float rate)
{
    data::DataSplit split;
    for (std::size_t i = 0; i < m_imported.inputs.size(); ++i)
        split.fields.push_back(fieldOf(i, toSamples(m_imported.inputs[i], inputs.at(i))));
    for (std::size_t i = 0; i < m_imported.outputs.size(); ++i)
        if (m_places[i] == i)
            split.fields.push_back(fieldOf(m_imported.inputs.size() + i, toSamples(m_imported.outputs[i], targets.at(i))));
    const auto order = data::identityOrder(m_batch);
    m_network->bind("train", split, order);
    const CompiledNetwork::Sized& sized = m_network->at(m_batch);
    const LogicalPlan& plan = m_network->plan();
    const std::vector<int> programs = sized.step(1);
    std::vector<Step> result;
    for (int i = 0; i < steps; ++i) {
        std::vector<float> row(plan.columns.size());
        const std::vector<float> rates{rate};
        const std::array<std::int64_t, control::counterCount> counters{}; // the same batch again
        const std::vector<std::int64_t> groupSteps{0};
        m_network->writeCounters(counters, groupSteps);
        sized.executable->run(programs, 1, rates, row).take();
        Step step;
        for (std::size_t column = 0; column < plan.columns.size(); ++column)
            if (plan.columns[column].metric == MetricColumn::loss)
                step.loss += static_cast<double>(row[column]) / static_cast<double>(m_batch);
        if (i == 0) {
            std::vector<double> gradients(static_cast<std::size_t>(plan.parameters.elements));
            m_network->state().readArena(Arena::gradients, gradients).take();
            for (const Segment& segment : plan.parameters.segments) {
                const auto first = gradients.begin() + segment.offset;
                for (std::int64_t at = 0; at < segment.elements(); ++at) // the sum over the samples
                    step.gradients[segment.id].push_back(first[at] / static_cast<double>(m_batch));
            }
        }
        result.push_back(std::move(step));
    }
    return result;
}

} // namespace netsmith::test
