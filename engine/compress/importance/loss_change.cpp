#include "engine/compress/importance/loss_change.h"

#include "engine/backend/loader.h"
#include "engine/store/arena_arrays.h"
#include "engine/train/setup.h"
#include "engine/train/trainer/resumption.h"

#include <algorithm>
#include <cmath>

namespace netsmith::compress {
namespace {

/// The project for gradients of all weights with respect to its losses, whatever its recipe trains.
Project trainedWhole(Project project, std::int64_t batch)
{
    TrainingSettings& training = project.training;
    training.batch = batch;
    training.precision = "fp32";
    training.emaMomentum = 0.0;
    training.gradientAccumulationSteps = 1;
    training.phases.clear();
    training.groups.clear();
    for (Objective& objective : training.objectives)
        objective.groups.clear();
    const auto train = [](Node& node) {
        for (auto& [name, value] : node.parameters)
            if (name == "trainable" || name.ends_with(".trainable"))
                value = true;
    };
    std::ranges::for_each(project.graph.nodes, train);
    for (Block& block : project.graph.blocks)
        std::ranges::for_each(block.nodes, train);
    return project;
}

/// Reads the weights and the gradients of a state, an array at a time.
class StateNumbers {
public:
    explicit StateNumbers(CompiledNetwork& network)
        : m_plan(network.plan())
        , m_weights(static_cast<std::size_t>(m_plan.parameters.elements))
        , m_gradients(m_weights.size())
    {
        network.state().readArena(Arena::weights, std::span<float>(m_weights)).take();
    }

    void readGradients(State& state) { state.readArena(Arena::gradients, std::span<float>(m_gradients)).take(); }

    /// Adds gradient · weight of each element to its channel.
    void add(const std::string& id, std::int64_t stride, std::vector<double>& sums) const
    {
        const Segment* segment = m_plan.parameters.find(id);
        if (!segment)
            return;
        const auto offset = static_cast<std::size_t>(segment->offset), by = static_cast<std::size_t>(stride);
        for (std::size_t i = 0; i < static_cast<std::size_t>(segment->elements()); ++i)
            sums[i / by % sums.size()] += double{m_weights[offset + i]} * double{m_gradients[offset + i]};
    }

private:
    const LogicalPlan& m_plan;
    std::vector<float> m_weights;
    std::vector<float> m_gradients;
};

void addSizes(std::vector<double>& values, const std::vector<double>& sums, double share)
{
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] += std::abs(sums[i]) * share;
}

} // namespace

std::vector<LayerScores> lossChanges(const Structure& structure, const SavedRun& run, train::LoadedData data,
                                     const LossChangeOptions& options)
{
    data.learnt = run.record.fields;
    const std::int64_t batch = std::max<std::int64_t>(1, std::min(options.batch, run.record.trainSamples));
    const Project project = trainedWhole(run.project, batch);
    Backend& backend = *backendFor(project.training.device).take();
    const PreparingWatch watch{.report = {}, .stop = options.stop};
    train::TrainingSetup setup(project, std::move(data), backend, CompileOptions{}, watch);
    if (!run.record.dataSource.empty()) // as of every run on disk
        train::checkSameData(run.record, setup.data());
    CompiledNetwork& network = setup.network();
    SafetensorsFile weights = run.checkpoint.weights;
    matchAverages(weights, network.plan());
    restoreWeights(network.state(), network.plan(), weights, run.checkpoint.folder.string());
    setup.beginEpoch(0);

    std::vector<LayerScores> all;
    for (const ProducingLayer& layer : structure.layers)
        all.push_back({.node = layer.node,
                       .groups = layer.channels.groups,
                       .values = std::vector<double>(layer.channels.groups.size(), 0.0)});
    for (const ChannelScale& scale : structure.scales)
        all.push_back(
            {.node = scale.node, .scales = true, .groups = scale.groups, .values = std::vector<double>(scale.groups.size(), 0.0)});
    StateNumbers numbers(network);
    const CompiledNetwork::Sized& sized = network.at(batch);
    const int program = sized.phases.front().forwardBackward;
    const std::int64_t batches = std::max<std::int64_t>(1, std::min(options.samples, setup.data().trainCount()) / batch);
    for (std::int64_t i = 0; i < batches; ++i) {
        watch.throwIfStopped();
        const std::int64_t first = i * batch;
        network.stage("train", first, batch);
        std::array<std::int64_t, control::counterCount> counters{};
        counters[control::step] = i;
        counters[control::position] = first;
        counters[control::samples] = first;
        network.writeCounters(counters, std::vector<std::int64_t>(setup.learningRates().groups(), i));
        sized.executable->run(std::span(&program, 1), 1, {}, {}).take();
        network.checkRead("train");
        numbers.readGradients(network.state());
        std::size_t next = 0;
        const double share = 1.0 / static_cast<double>(batches * batch);
        for (const ProducingLayer& layer : structure.layers) {
            std::vector<double> sums(layer.channels.groups.size(), 0.0);
            numbers.add(layer.kernel, layer.channels.stride, sums);
            if (!layer.bias.empty())
                numbers.add(layer.bias, 1, sums);
            addSizes(all[next++].values, sums, share);
        }
        for (const ChannelScale& scale : structure.scales) {
            std::vector<double> sums(scale.groups.size(), 0.0);
            numbers.add(scale.gamma, 1, sums);
            numbers.add(scale.beta, 1, sums);
            addSizes(all[next++].values, sums, share);
        }
    }
    return all;
}

} // namespace netsmith::compress
