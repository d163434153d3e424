#include "engine/inspect/explanations/layer_explainer.h"

#include "engine/core/error.h"
#include "engine/fields/element.h"
#include "engine/graph/project/settings.h"
#include "engine/inspect/explanations/layer_program.h"
#include "engine/inspect/explanations/plane.h"
#include "engine/inspect/explanations/program_reader.h"
#include "engine/layers/registry.h"
#include "engine/ops/dropout.h"
#include "engine/ops/gaussian_noise.h"
#include "engine/plan/checks/project_nodes.h"

#include <algorithm>
#include <cmath>

namespace netsmith::inspect {
namespace {

LogicalPlan planOfOneSample(const CheckedProject& project, std::uint64_t seed)
{
    PlanOptions options;
    options.batch = 1;
    options.fuse = false;
    options.seed = seed;
    options.programs = {programs::predict};
    options.observe = {std::string(everyLayer)};
    return buildPlan(project, options);
}

const Op* producerOf(const LogicalPlan& plan, TensorId tensor)
{
    for (const Op& op : plan.program(programs::predict).ops)
        if (std::ranges::find(op.outputs, tensor) != op.outputs.end())
            return &op;
    return nullptr;
}

/// The tensor of which this one is a view.
TensorId sourceOf(const LogicalPlan& plan, TensorId tensor)
{
    for (const Op* made = producerOf(plan, tensor); made && made->spec->isView; made = producerOf(plan, tensor))
        tensor = made->inputs[0];
    return tensor;
}

bool comesFrom(const Op& op, std::string_view node)
{
    return std::ranges::find(op.origin, node) != op.origin.end();
}

/// The largest number's; 0 where none is finite.
std::int64_t largestOf(std::span<const float> numbers)
{
    std::int64_t largest = -1;
    for (std::int64_t i = 0; i < std::ssize(numbers); ++i) {
        const float number = numbers[static_cast<std::size_t>(i)];
        if (std::isfinite(number) && (largest < 0 || number > numbers[static_cast<std::size_t>(largest)]))
            largest = i;
    }
    return std::max<std::int64_t>(largest, 0);
}

std::string placeText(const Place& place)
{
    std::string text;
    for (const std::int64_t index : place)
        text += (text.empty() ? "" : ",") + std::to_string(index);
    return text;
}

} // namespace

LayerExplainer::LayerExplainer(const CheckedProject& project, CompiledNetwork& network, const NetworkPrediction& prediction)
    : m_project(project)
    , m_network(network)
    , m_prediction(prediction)
    , m_plan(planOfOneSample(project, network.plan().seed))
{
}

std::size_t LayerExplainer::outputOf(std::string_view node) const
{
    const std::vector<PredictedOutput>& outputs = m_prediction.outputs();
    const auto found = std::ranges::find_if(
        outputs, [&](const PredictedOutput& output) { return output.node == node && output.source != OutputSource::objective; });
    if (found == outputs.end())
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("explain.layer", "no layer \"{0}\" is computed for a prediction; name a layer of the network by its id"),
            std::string(node));
    return static_cast<std::size_t>(found - outputs.begin());
}

/// The last layer within a block, or the layer itself.
std::string LayerExplainer::memberOf(const std::string& block, std::vector<std::string>* members) const
{
    std::string last = block;
    for (const PredictedOutput& output : m_prediction.outputs())
        if (output.source != OutputSource::objective && output.node.starts_with(block + '/')) {
            last = output.node;
            members->push_back(output.node);
        }
    return last;
}

/// The output of a layer, of which the plan keeps the tensor that it is a view of.
TensorId LayerExplainer::outputTensor(const ObservedLayer& layer) const
{
    const std::vector<Op>& ops = m_plan.program(programs::predict).ops;
    for (auto op = ops.rbegin(); op != ops.rend(); ++op)
        if (comesFrom(*op, layer.tensors.node) && sourceOf(m_plan, op->outputs[0]) == layer.tensors.output
            && m_plan.tensor(op->outputs[0]).shape == layer.shape)
            return op->outputs[0];
    return layer.tensors.output;
}

LayerExplanation LayerExplainer::explain(const ExplanationRequest& request, std::span<const data::Field> sample,
                                         std::span<const std::vector<float>> values) const
{
    std::vector<std::string> members;
    const std::string node = memberOf(request.node, &members);
    const std::size_t index = outputOf(node);
    const PredictedOutput& output = m_prediction.outputs()[index];
    const std::span<const float> numbers = std::span(values[index]).first(static_cast<std::size_t>(output.shape.elements()));
    LayerExplanation explanation{.node = request.node, .shape = output.shape};
    const Project& flat = m_project.flat();
    const auto drawn = std::ranges::find(flat.graph.nodes, node, &Node::id);
    explanation.layer = !members.empty() ? "block" : drawn == flat.graph.nodes.end() ? "" : drawn->layer;
    explanation.at = request.at.value_or(unravelled(largestOf(numbers), output.shape));
    const std::int64_t element = ravelled(explanation.at, output.shape);
    if (element < 0)
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("explain.place", "the output of \"{0}\" is {1}, which has no place {2}; give an index from 0 for each axis"),
            request.node, output.shape.text(), placeText(explanation.at));
    explanation.recorded = static_cast<double>(numbers[static_cast<std::size_t>(element)]);

    ProgramReader reader(m_plan.tensors, m_plan.program(programs::predict),
                         [&](const TensorInfo& info, std::int64_t first, std::span<double> out) {
                             m_network.state().readPart(info.arena, m_plan.offsetInRow(info) + first, out).take();
                         });
    reader.channel = request.channel;
    reader.draw = request.draw;
    const Source source{sample, values};
    TensorId tensor = noTensor;
    for (const ObservedLayer& layer : m_plan.observed) {
        const bool isItself = layer.tensors.node == node;
        const TensorId of = outputTensor(layer);
        if (isItself)
            tensor = of;
        const std::vector<float>& known = values[outputOf(layer.tensors.node)];
        for (const TensorId each : {of, layer.tensors.output}) {
            const Op* made = producerOf(m_plan, each);
            if (made && comesFrom(*made, node))
                reader.giveResult(each, std::span<const float>(known));
            else if (!isItself)
                reader.give(each, layer.tensors.node, std::span<const float>(known));
        }
    }
    // What no layer stands for, such as lengths.
    const std::vector<std::vector<double>> given = m_prediction.readNumbers(sample);
    for (std::size_t i = 0; i < given.size(); ++i)
        for (const TensorId each : m_plan.predictInputs)
            if (m_plan.tensor(each).name == "predict/" + m_prediction.inputs()[i].name)
                reader.give(each, m_prediction.inputs()[i].name, std::span<const double>(given[i]));
    if (tensor == noTensor)
        throw Error(ErrorKind::input, NS_MESSAGE("explain.unknown", "what \"{0}\" computes is not known; choose another layer"),
                    request.node);

    explanation.steps = reader.explain(tensor, element);
    const auto written = std::ranges::find(m_plan.predictInputs, sourceOf(m_plan, tensor));
    const bool isInput = drawn != flat.graph.nodes.end() && m_project.catalog().layers->find(drawn->layer)->inputs.empty();
    if (isInput && written != m_plan.predictInputs.end() && explanation.steps.empty()) {
        const std::string field = m_plan.tensor(*written).name.substr(std::string_view("predict/").size());
        explanation.steps.push_back(ofInput(field, element, source));
        explanation.steps.back().result = explanation.recorded;
    } else if (explanation.steps.empty()) { // it passes its input on
        ExplainedStep step{.kind = StepKind::move, .at = explanation.at, .result = reader.value(tensor, element)};
        const Operand operand = reader.operandOf(tensor);
        step.operands.push_back(operand);
        const Place at = reader.placeOf(tensor, element);
        step.terms.push_back({.at = at, .input = step.result, .value = step.result});
        step.count = 1;
        step.window = cellPicture(operand.shape, at, [&](std::int64_t each) { return reader.value(tensor, each); });
        explanation.steps.push_back(std::move(step));
    }
    explanation.result = explanation.steps.back().result;
    if (!members.empty()) {
        ExplainedStep step{.kind = StepKind::block, .at = explanation.at, .result = explanation.result, .members = members};
        step.count = std::ssize(members);
        explanation.steps.push_back(std::move(step));
    } else {
        explanation.training = inTraining(request, explanation, numbers);
    }
    return explanation;
}

/// A number of the sample, as the network reads it.
ExplainedStep LayerExplainer::ofInput(const std::string& field, std::int64_t element, const Source& source) const
{
    ExplainedStep step{.kind = StepKind::input, .function = "drawn"};
    const auto& inputs = m_prediction.inputs();
    const auto found = std::ranges::find(inputs, field, &data::FieldSpec::name);
    const std::size_t layer = outputOf(std::ranges::find_if(m_plan.observed, [&](const ObservedLayer& each) {
                                           return m_plan.tensor(each.tensors.output).name == "predict/" + field;
                                       })->tensors.node);
    const std::vector<float>& read = source.values[layer];
    const Shape& shape = m_prediction.outputs()[layer].shape;
    step.at = unravelled(element, shape);
    step.count = 1;
    step.operands.push_back({field, shape});
    step.window = cellPicture(shape, step.at, [&](std::int64_t at) { return read[static_cast<std::size_t>(at)]; });
    const double number = static_cast<double>(read[static_cast<std::size_t>(element)]);
    if (found == inputs.end()) {
        step.terms.push_back({.at = step.at, .input = number, .value = number});
        return step;
    }
    const data::Field& given = source.sample[static_cast<std::size_t>(found - inputs.begin())];
    const std::size_t size = sizeOf(given.spec.type);
    const auto bytes = given.sample(0).subspan(static_cast<std::size_t>(element) * size, size);
    const double raw = data::elementOf(given.spec.type, bytes.data());
    const InputScale scale = inputScale(m_project.project().data, found->type, found->shape, found->classes);
    Term term{.at = step.at, .input = raw, .value = raw};
    const bool scales = found->classes == 0 && (scale.subtract != 0.0 || scale.divide != 1.0);
    const double made = scales ? (raw - scale.subtract) / scale.divide : raw;
    if (std::abs(made - number) > 1e-4 * std::max(1.0, std::abs(number)) || std::isnan(made)) {
        step.function = "fitted"; // by what was learned from the training samples
    } else {
        step.function = scales ? "scaled" : "as_is";
        if (scales) {
            term.factor = scale.divide;
            step.bias = -scale.subtract;
        }
    }
    term.value = number;
    step.terms.push_back(std::move(term));
    return step;
}

/// What a training step draws, of a layer that passes its input on in a prediction.
std::optional<ExplainedStep> LayerExplainer::inTraining(const ExplanationRequest& request, const LayerExplanation& explanation,
                                                        std::span<const float> output) const
{
    const std::vector<Node>& nodes = m_project.flat().graph.nodes;
    const auto node = std::ranges::find(nodes, explanation.node, &Node::id);
    const LayerSpec* spec = node == nodes.end() ? nullptr : m_project.catalog().layers->find(node->layer);
    if (!spec || (spec->category != Category::regularisation && !(spec->inputs.empty() && !readsField(*spec))))
        return std::nullopt;
    const std::vector<Shape> shapes(spec->inputs.size(), explanation.shape);
    LayerProgram program(node->id, shapes, true, m_plan.seed);
    spec->lower(node->parameters, program);
    const bool draws = std::ranges::any_of(program.program().ops,
                                           [](const Op& op) { return op.spec == &ops::dropout || op.spec == &ops::gaussianNoise; });
    if (!draws)
        return std::nullopt;
    ProgramReader reader(program.tensors(), program.program(), {});
    reader.draw = request.draw;
    for (const TensorId input : program.inputs())
        reader.give(input, explanation.steps.back().operands.empty() ? std::string() : explanation.steps.back().operands[0].name,
                    output);
    std::vector<ExplainedStep> steps = reader.explain(program.output(), ravelled(explanation.at, explanation.shape));
    if (steps.empty())
        return std::nullopt;
    return std::move(steps.back());
}

} // namespace netsmith::inspect
