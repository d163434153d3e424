#include "engine/inspect/measures/layer_probe.h"

#include "engine/catalog/catalog.h"
#include "engine/core/median.h"
#include "engine/fields/single_sample.h"
#include "engine/inspect/measures/unit_activity.h"
#include "engine/plan/trained_parameters.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace netsmith::inspect {
namespace {

constexpr std::size_t timesKept = 5;
constexpr std::int64_t unitSamples = 64;

/// The parts of a large parameter that are read, spread over all of it: a million numbers tell enough.
std::vector<std::pair<std::int64_t, std::int64_t>> partsOf(std::int64_t elements)
{
    constexpr std::int64_t most = 16, size = 1 << 16;
    if (elements <= most * size)
        return {{0, elements}};
    std::vector<std::pair<std::int64_t, std::int64_t>> parts;
    for (std::int64_t i = 0; i < most; ++i)
        parts.emplace_back(i * (elements - size) / (most - 1), size);
    return parts;
}

std::vector<float> numbersOf(State& state, Arena arena, const Segment& segment)
{
    std::vector<float> numbers;
    std::vector<double> buffer;
    for (const auto& [first, count] : partsOf(segment.elements())) {
        buffer.resize(static_cast<std::size_t>(count));
        state.readPart(arena, segment.offset + first, std::span<double>(buffer)).take();
        numbers.insert(numbers.end(), buffer.begin(), buffer.end());
    }
    return numbers;
}

/// The sums that a layer's parameters add up to.
struct Sums {
    double gradients = 0.0; ///< of squares, as the next two
    double changes = 0.0;
    double weights = 0.0;
    double count = 0.0;
};

std::string activationOf(const CheckedProject& project, const std::string& node)
{
    const Node* found = project.flat().graph.find(node);
    const LayerSpec* spec = found ? project.catalog().layers->find(found->layer) : nullptr;
    return spec && spec->activation ? spec->activation(found->parameters) : "none";
}

} // namespace

LayerProbe::LayerProbe(train::TrainingSetup& setup, train::TrainingLoop& loop, double peak)
    : m_setup(setup)
    , m_loop(loop)
{
    m_measures.batch = setup.batch();
    m_measures.peak = peak;
    for (const LayerTensors& layer : setup.network().plan().layers)
        m_measures.layers.push_back({layer.node});
}

LayerMeasures& LayerProbe::of(const std::string& node)
{
    const auto found = std::ranges::find(m_measures.layers, node, &LayerMeasures::node);
    return found != m_measures.layers.end() ? *found : *m_measures.layers.insert(m_measures.layers.begin(), {node}); // an input
}

void LayerProbe::beginStep()
{
    m_begun.reset();
    const std::optional<double> scale = m_loop.lossScale();
    if (scale && m_loop.nextStep().last > 0) // whose batches are scaled differently
        return;
    CompiledNetwork& network = m_setup.network();
    Begun begun{.step = m_loop.step(),
                .skipped = m_loop.at().counters[control::skipped],
                .samples = samplesSoFar(),
                .stepSamples = static_cast<double>(m_loop.nextStep().samples(m_setup.batch())),
                .phase = phaseAt(m_setup.project().training, m_loop.at().epoch, m_loop.step()).phase,
                .factor = scale ? *scale / static_cast<double>(m_setup.batch()) : 1.0,
                .weights = {}};
    for (const Segment& segment : network.plan().parameters.segments)
        begun.weights.push_back(isTrained(segment, m_setup.project().training, static_cast<int>(begun.phase))
                                    ? numbersOf(network.state(), Arena::weights, segment)
                                    : std::vector<float>());
    m_begun = std::move(begun);
}

void LayerProbe::endStep()
{
    const std::optional<Begun> begun = std::exchange(m_begun, std::nullopt);
    if (!begun || m_loop.step() != begun->step + 1 || m_loop.at().counters[control::skipped] != begun->skipped)
        return;
    // Counted by the step itself, which knows what of its samples is masked, unless the next epoch has begun.
    const double counted = samplesSoFar() - begun->samples, samples = counted > 0.0 ? counted : begun->stepSamples;
    CompiledNetwork& network = m_setup.network();
    std::map<std::string, Sums> layers;
    const std::vector<Segment>& segments = network.plan().parameters.segments;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const std::vector<float>& before = begun->weights[i];
        if (before.empty())
            continue;
        Sums& sums = layers[layerOf(segments[i])];
        const std::vector<float> gradients = numbersOf(network.state(), Arena::gradients, segments[i]);
        const std::vector<float> now = numbersOf(network.state(), Arena::weights, segments[i]);
        for (std::size_t n = 0; n < before.size(); ++n) {
            const double gradient = gradients[n], weight = before[n], change = static_cast<double>(now[n]) - weight;
            sums.gradients += gradient * gradient;
            sums.weights += weight * weight;
            sums.changes += change * change;
        }
        sums.count += static_cast<double>(before.size());
    }
    for (const auto& [node, sums] : layers) {
        LayerMeasures& layer = of(node);
        layer.gradient = std::sqrt(sums.gradients / sums.count) / (samples * begun->factor);
        layer.update = sums.weights > 0.0 ? std::optional(std::sqrt(sums.changes / sums.weights)) : std::nullopt;
    }
    m_measures.step = m_loop.step();
}

void LayerProbe::time()
{
    const std::vector<train::KernelTime> kernels = m_loop.timeKernels();
    if (kernels.empty())
        return;
    const std::size_t phase = phaseAt(m_setup.project().training, m_loop.at().epoch, m_loop.step()).phase;
    if (std::exchange(m_phase, phase) != phase)
        m_times.clear(); // of other kernels
    std::vector<double>& now = m_times.emplace_back();
    std::ranges::transform(kernels, std::back_inserter(now), &train::KernelTime::seconds);
    if (m_times.size() > timesKept)
        m_times.pop_front();

    for (LayerMeasures& layer : m_measures.layers)
        layer.forward = layer.backward = layer.flops = layer.bytes = 0.0;
    m_measures.other = 0.0;
    bool backward = false; // from the first gradient on: that of a loss
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const KernelInfo& kernel = kernels[i].kernel;
        backward = backward || kernel.op.find("_backward") != std::string::npos;
        if (kernel.implementation == "view")
            continue;
        std::vector<double> seconds;
        for (const std::vector<double>& times : m_times)
            seconds.push_back(times[i]);
        const double median = medianOf(std::move(seconds));
        if (kernel.origin.empty()) {
            m_measures.other += median;
            continue;
        }
        LayerMeasures& layer = of(kernel.origin.front());
        (backward ? layer.backward : layer.forward) += median;
        layer.flops += kernel.flops;
        layer.bytes += kernel.bytes;
    }
    m_measures.step = m_loop.step();
}

void LayerProbe::lookAtUnits()
try {
    lookAtUnits(*m_setup.observe());
} catch (const Error& error) {
    if (error.kind() != ErrorKind::resources)
        throw;
    setUnobserved(error.message());
}

void LayerProbe::lookAtUnits(ObservedNetwork& network)
{
    if (network.inputs().empty())
        return;
    std::vector<std::optional<UnitActivity>> layers;
    for (const PredictedOutput& output : network.outputs())
        layers.push_back(output.source == OutputSource::layer
                             ? std::optional(UnitActivity(activationOf(m_setup.checked(), output.node), output.shape))
                             : std::nullopt);
    const train::TrainingData& data = m_setup.data();
    const std::int64_t samples = std::min(unitSamples, data.trainCount());
    for (std::int64_t i = 0; i < samples; ++i) {
        const std::int32_t sample = data.train[static_cast<std::size_t>(i * data.trainCount() / samples)];
        std::vector<data::Field> fields;
        for (const data::FieldSpec& input : network.inputs())
            fields.push_back(data::sampleOf(data.trainSplit().field(input.name), sample));
        const std::vector<std::vector<float>> outputs = network.predict(fields);
        for (std::size_t layer = 0; layer < layers.size(); ++layer)
            if (layers[layer])
                layers[layer]->add(outputs[layer]);
    }
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (layers[i]) {
            LayerMeasures& layer = of(network.outputs()[i].node);
            layer.dead = layers[i]->dead();
            layer.saturated = layers[i]->saturated();
        }
    m_measures.unitSamples = static_cast<int>(samples);
    m_measures.unobserved.reset();
}

} // namespace netsmith::inspect
