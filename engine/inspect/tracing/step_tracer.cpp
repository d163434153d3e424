#include "engine/inspect/tracing/step_tracer.h"

#include "engine/catalog/catalog.h"
#include "engine/inspect/measures/unrecorded_training.h"
#include "engine/inspect/tracing/layer_reading.h"
#include "engine/ops/cross_entropy.h"
#include "engine/plan/trained_parameters.h"
#include "engine/train/trainer/resumption.h"

#include <algorithm>
#include <cmath>

namespace netsmith::inspect {
namespace {

constexpr double tolerance = 1e-3; // of an explanation, computed in double precision
constexpr std::int64_t mostNumbers = std::int64_t{1} << 26; // half a gigabyte of them

/// Op by op, every activation kept.
constexpr CompileOptions traced{.fuse = false, .keepAll = true};

/// Without a scaled loss: the numbers are what they are in FP32. A step is of one batch.
Project unscaled(Project project)
{
    project.training.gradientAccumulationSteps = 1;
    if (isScaled(precisionFrom(project.training.precision)))
        project.training.precision = nameOf(Precision::fp32);
    return project;
}

std::vector<double> part(const std::vector<double>& arena, const Segment& segment)
{
    const auto first = arena.begin() + segment.offset;
    return {first, first + segment.elements()};
}

} // namespace

StepTracer::StepTracer(const Project& project, train::LoadedData data, Backend& backend, const std::filesystem::path& weights,
                       const PreparingWatch& watch)
    : m_setup(unscaled(project), std::move(data), backend, traced, watch)
    , m_loop(m_setup, m_setup.project().training)
{
    const LogicalPlan& plan = m_setup.network().plan();
    if (plan.phases.size() > 1)
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("tracing.phases",
                               "this training has phases that train different layers, and only a training with one phase can be "
                               "followed step by step; remove the phases to look at its steps"));
    std::int64_t numbers = 3 * plan.parameters.elements;
    for (const LayerTensors& layer : plan.layers)
        for (const TensorId tensor : {layer.output, layer.gradient})
            numbers += tensor == noTensor ? 0 : plan.tensor(tensor).shape.elements();
    if (numbers > mostNumbers)
        throw Error(
            ErrorKind::resources,
            NS_MESSAGE("tracing.memory",
                       "a step of this network has {0:number|numbers}, too many to look at one by one; choose a smaller batch"),
            numbers);
    m_setup.network().drawWeights();
    if (!weights.empty())
        train::startFrom(weights, m_setup);
    m_loop.beginEpoch();
}

StepTracer::Arenas StepTracer::lasting()
{
    State& state = m_setup.network().state();
    Arenas arenas;
    for (const StateRow& row : state.layout().rows) {
        if (!row.isKept())
            continue;
        std::vector<std::byte>& bytes =
            arenas.emplace_back(row.arena, static_cast<std::size_t>(row.elements) * sizeOf(state.numbers())).second;
        state.readBytes(row.arena, 0, bytes).take();
    }
    return arenas;
}

std::vector<double> StepTracer::numbersOf(Arena arena)
{
    std::vector<double> numbers(static_cast<std::size_t>(m_setup.network().plan().parameters.elements));
    m_setup.network().state().readArena(arena, std::span<double>(numbers)).take();
    return numbers;
}

train::TrainingLoop::Launch StepTracer::launch()
{
    if (m_loop.isAtEpochEnd() || m_loop.nextStep().last > 0 || m_loop.nextStep().batches > 1)
        beginAgain(m_loop); // only whole batches have all their numbers
    train::TrainingLoop::Launch launch = m_loop.launch(1, 1);
    if (launch.done == 0)
        throw Error(ErrorKind::diverged,
                    NS_MESSAGE("tracing.diverged",
                               "step {0} makes a NaN or an infinity: choose smaller weights or a smaller learning rate"),
                    m_loop.step() + 1);
    return launch;
}

TracedStep StepTracer::look()
{
    CompiledNetwork& network = m_setup.network();
    const Arenas kept = lasting();
    const std::vector<double> before = numbersOf(Arena::weights);
    const TrainingPosition position = m_loop.at();
    const auto takeBack = [&] {
        for (const auto& [arena, bytes] : kept)
            network.state().writeBytes(arena, 0, bytes).take();
        m_loop.setPosition(position);
    };
    train::TrainingLoop::Launch launched;
    try {
        launched = launch();
    } catch (const Error&) {
        takeBack();
        throw;
    }
    const LogicalPlan& plan = network.plan();
    Executable& executable = *network.at(m_setup.batch()).executable;
    const std::vector<double> after = numbersOf(Arena::weights), gradients = numbersOf(Arena::gradients);
    const double samples = static_cast<double>(m_setup.batch());
    const auto read = [&](TensorId tensor, double scale) {
        std::vector<double> numbers;
        if (tensor == noTensor)
            return numbers;
        numbers.resize(static_cast<std::size_t>(plan.tensor(tensor).shape.elements()));
        executable.read(tensor, numbers).take();
        for (double& number : numbers)
            number *= scale;
        return numbers;
    };
    TracedStep step{.step = m_loop.step(),
                    .samples = {},
                    .loss = launched.steps.front().values.front(),
                    .rate = 0.0,
                    .layers = {},
                    .objectives = {}};
    step.rate = launched.steps.front().learningRate;
    const std::int64_t first = m_loop.samplesDone() - m_setup.batch();
    for (std::int64_t i = 0; i < m_setup.batch(); ++i)
        step.samples.push_back(m_setup.order()[static_cast<std::size_t>(first + i)]);
    const ReadTensor readTensor = [&](TensorId tensor) { return read(tensor, 1.0); };
    const Graph& graph = m_setup.checked().flat().graph;
    for (const LayerTensors& tensors : plan.layers) {
        TracedLayer& layer = step.layers.emplace_back();
        layer.node = tensors.node;
        if (const Node* node = graph.find(layer.node))
            layer.layer = node->layer;
        for (const Edge& edge : graph.edges)
            if (edge.to.node == layer.node)
                layer.inputs.push_back(edge.from.node);
        if (tensors.output != noTensor)
            layer.shape = plan.tensor(tensors.output).shape;
        layer.output = read(tensors.output, 1.0);
        layer.gradient = read(tensors.gradient, 1.0 / samples);
        for (const Segment& segment : plan.parameters.segments) {
            if (layerOf(segment) != layer.node)
                continue;
            TracedParameter& parameter = layer.parameters.emplace_back(
                TracedParameter{segment.id, segment.shape, part(before, segment), part(gradients, segment), part(after, segment)});
            for (double& gradient : parameter.gradient)
                gradient /= samples;
        }
        layer.sums = sumsOf(plan, tensors, readTensor);
    }
    step.objectives = objectivesOf(plan, m_setup.checked().flat(), readTensor);
    takeBack();
    return step;
}

void StepTracer::advance()
{
    launch();
}

void StepTracer::skipBatch()
{
    TrainingPosition at = m_loop.at();
    at.counters[control::position] = std::min(at.counters[control::position] + m_setup.batch(), m_setup.data().trainCount());
    m_loop.setPosition(std::move(at));
}

void StepTracer::setWeight(const std::string& parameter, std::int64_t index, double value)
{
    const Segment* segment = m_setup.network().plan().parameters.find(parameter);
    if (!segment || index < 0 || index >= segment->elements())
        throw Error(ErrorKind::usage, NS_MESSAGE("tracing.weight", "the network has no weight {1} of \"{0}\""), parameter, index);
    m_setup.network().state().writePart(Arena::weights, segment->offset + index, std::span<const double>(&value, 1)).take();
}

std::vector<ExplainedStep> StepTracer::explain(const TracedStep& step, const std::string& node, std::int64_t element)
{
    const LogicalPlan& plan = m_setup.network().plan();
    ProgramReader reader = this->reader();
    TensorId asked = noTensor;
    double recorded = 0.0;
    for (std::size_t i = 0; i < step.layers.size() && i < plan.layers.size(); ++i) {
        const TracedLayer& layer = step.layers[i];
        if (plan.layers[i].output == noTensor)
            continue;
        const KnownNumbers numbers{std::span<const double>(layer.output)};
        if (layer.node != node) {
            reader.give(plan.layers[i].output, layer.node, numbers);
        } else if (element >= 0 && element < std::ssize(layer.output)) {
            asked = plan.layers[i].output;
            recorded = layer.output[static_cast<std::size_t>(element)];
            reader.giveResult(asked, numbers);
        }
    }
    if (asked == noTensor)
        return {};
    std::vector<ExplainedStep> steps = reader.explain(asked, element);
    // A dropout has drawn for another sample than the reader does.
    if (!steps.empty() && !(std::abs(steps.back().result - recorded) <= tolerance * std::max(1.0, std::abs(recorded))))
        steps.clear();
    return steps;
}

std::vector<ExplainedStep> StepTracer::explainGradient(const TracedStep& step, const std::string& node,
                                                       const std::string& parameter, std::int64_t element)
{
    const LogicalPlan& plan = m_setup.network().plan();
    ProgramReader reader = this->reader();
    reader.lossScale = 1.0 / static_cast<double>(m_setup.batch());
    TensorId asked = noTensor;
    const std::vector<double>* recorded = nullptr;
    for (std::size_t i = 0; i < step.layers.size() && i < plan.layers.size(); ++i) {
        const TracedLayer& layer = step.layers[i];
        if (plan.layers[i].output != noTensor)
            reader.give(plan.layers[i].output, layer.node, std::span<const double>(layer.output));
        if (plan.layers[i].gradient != noTensor)
            reader.give(plan.layers[i].gradient, "δ " + layer.node, std::span<const double>(layer.gradient));
        if (layer.node != node)
            continue;
        if (parameter.empty()) {
            asked = plan.layers[i].gradient;
            recorded = &layer.gradient;
        }
        for (const TracedParameter& each : layer.parameters)
            if (each.id == parameter)
                recorded = &each.gradient;
    }
    for (const Op& op : plan.program(programs::forwardBackward).ops) {
        for (const TensorId output : op.outputs)
            if (!parameter.empty() && output != noTensor && plan.tensor(output).arena == Arena::gradients
                && plan.tensor(output).name == parameter)
                asked = output;
        if (op.spec != &ops::crossEntropyBackward)
            continue;
        for (const TracedObjective& objective : step.objectives) // what its gradient is made of
            if (std::ranges::find(op.origin, objective.node) != op.origin.end()) {
                reader.give(op.inputs[1], {}, std::span<const double>(objective.target));
                reader.give(op.inputs[2], {}, std::span<const double>(&objective.weight, 1));
            }
    }
    if (asked == noTensor || !recorded || element < 0 || element >= std::ssize(*recorded))
        return {};
    std::vector<ExplainedStep> steps = reader.explainKnown(asked, element);
    const double number = (*recorded)[static_cast<std::size_t>(element)];
    constexpr double smallest = 1e-3; // of gradients, below which single precision may differ by more
    if (!steps.empty() && !(std::abs(steps.back().result - number) <= tolerance * std::max(smallest, std::abs(number))))
        steps.clear();
    return steps;
}

ProgramReader StepTracer::reader()
{
    const LogicalPlan& plan = m_setup.network().plan();
    return {plan.tensors, plan.program(programs::forwardBackward),
            [this](const TensorInfo& info, std::int64_t first, std::span<double> out) {
                CompiledNetwork& network = m_setup.network();
                network.state().readPart(info.arena, network.plan().offsetInRow(info) + first, out).take();
            }};
}

} // namespace netsmith::inspect
