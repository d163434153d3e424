#include "engine/graph/graph_index.h"
#include "engine/graph/json/json_text.h"
#include "engine/graph/project/project.h"
#include "engine/graph/specs/objective_spec.h"

#include <algorithm>
#include "engine/graph/validation.h"

namespace netsmith {
namespace {

/// A node on the way back from an output, along first inputs.
struct Step {
    const Node* node = nullptr;
    const LayerSpec* spec = nullptr;
};

Step stepTo(const LayerRegistry& layers, const Node* node)
{
    const LayerSpec* spec = node ? layers.find(node->layer) : nullptr;
    return spec ? Step{node, spec} : Step{};
}

/// Steps back. The graph is indexed on the first one: most outputs need none.
class WayBack {
public:
    WayBack(const Graph& graph, const LayerRegistry& layers)
        : m_graph(graph)
        , m_layers(layers)
    {
    }

    /// The only wire into the first input; null if there are none or several.
    const Edge* wireInto(const Step& step)
    {
        if (step.spec->inputs.empty())
            return nullptr;
        const std::vector<const Edge*> wires = index().into(step.node->id, step.spec->inputs[0].name);
        return wires.size() == 1 ? wires[0] : nullptr;
    }

    Step before(const Step& step)
    {
        const Edge* wire = wireInto(step);
        return wire ? stepTo(m_layers, index().find(wire->from.node)) : Step{};
    }

private:
    const GraphIndex& index() { return m_index ? *m_index : m_index.emplace(m_graph); }

    const Graph& m_graph;
    const LayerRegistry& m_layers;
    std::optional<GraphIndex> m_index;
};

/// Bounds every walk: a graph may hold cycles.
std::size_t longestWay(const Graph& graph)
{
    return graph.nodes.size();
}

/// The nearest layer back from an output that is more than passed through, and its activation; none: a layer that is unknown.
std::pair<Step, std::string> lastActivation(const Graph& graph, const LayerRegistry& layers, const Node& output)
{
    WayBack back(graph, layers);
    Step step = stepTo(layers, &output);
    for (std::size_t i = 0; step.node && i < longestWay(graph); ++i) {
        std::string activation = step.spec->activation(step.node->parameters);
        if (activation != LayerSpec::passed)
            return {step, std::move(activation)};
        step = back.before(step);
    }
    return {};
}

bool isNeverNegative(std::string_view activation)
{
    constexpr std::string_view neverNegative[] = {"hard_sigmoid", "relu", "relu6", "sigmoid", "softmax", "softplus"};
    return std::ranges::find(neverNegative, activation) != std::end(neverNegative);
}

/// Removes the activation of a layer that has it as a setting.
std::optional<QuickFix> withoutActivation(const Step& step)
{
    if (const ParameterSpec* parameter = step.spec->parameter("activation"))
        return QuickFix{QuickFix::Kind::setParameter, {}, parameter->name, std::string("none"), step.node->id};
    return std::nullopt;
}

} // namespace

void applyQuickFix(Project& project, const QuickFix& fix)
try {
    if (fix.kind == QuickFix::Kind::changeSetting) {
        Project changed = project;
        applySetting(changed, fix.place);
        project = std::move(changed);
        return;
    }
    if (fix.kind != QuickFix::Kind::renameKey && fix.kind != QuickFix::Kind::moveKey && fix.kind != QuickFix::Kind::removeKey)
        return;
    Json file = readJson(toJson(project)).take();
    const Json::json_pointer place(fix.place);
    if (!file.contains(place))
        return;
    Json& object = file.at(place.parent_pointer());
    Json& holder = fix.holder.empty() ? object : object[fix.holder];
    Json& target = fix.kind == QuickFix::Kind::moveKey ? holder["parameters"] : object;
    if (fix.kind != QuickFix::Kind::removeKey) {
        if (fix.kind == QuickFix::Kind::moveKey && target.contains(fix.parameter))
            return; // which of the two values is meant is unknown here; for a setting the default would be there
        target[fix.parameter] = object.at(place.back());
    }
    object.erase(place.back());
    if (Expected<Project> fixed = projectFromJson(file.dump()))
        project = std::move(fixed).take();
} catch (const Error&) {
    // The setting has a different type: the problem stays.
}

std::optional<Problem> doubledActivation(const Graph& graph, const LayerRegistry& layers, const Node& output, const LossSpec& loss)
{
    if (loss.appliedActivation.empty())
        return std::nullopt;
    WayBack back(graph, layers);
    Step step = stepTo(layers, &output);
    for (std::size_t i = 0; step.node && i < longestWay(graph); ++i) {
        const std::string activation = step.spec->activation(step.node->parameters);
        if (activation == loss.appliedActivation && i > 0)
            return Problem{Severity::warning,
                           output.id,
                           {},
                           Message(NS_MESSAGE("training.activation_twice",
                                              "{0}: the loss \"{1}\" applies a {3} to values that already went through that of "
                                              "{2}; make {2} the last layer or remove its {3}"),
                                   output.label(), loss.id, step.node->label(), activation),
                           std::nullopt};
        if (activation != LayerSpec::passed)
            break;
        step = back.before(step);
    }
    return std::nullopt;
}

std::optional<Problem> unsignedLogits(const Graph& graph, const LayerRegistry& layers, const Node& output, const LossSpec& loss)
{
    if (loss.appliedActivation.empty())
        return std::nullopt;
    const auto [step, activation] = lastActivation(graph, layers, output);
    if (activation == loss.appliedActivation || !isNeverNegative(activation))
        return std::nullopt;
    return Problem{Severity::warning,
                   output.id,
                   {},
                   Message(NS_MESSAGE("training.unsigned_logits",
                                      "{0}: the loss \"{1}\" applies a {2} to values of either sign, and those of {3} are "
                                      "never below 0 after its {4}; remove the {4}"),
                           output.label(), loss.id, loss.appliedActivation, step.node->label(), activation),
                   withoutActivation(step)};
}

std::optional<Problem> targetWithoutLogits(const Graph& graph, const LayerRegistry& layers, const Node& target,
                                           const LossSpec& loss)
{
    if (!loss.targetIsLogits)
        return std::nullopt;
    const auto [step, activation] = lastActivation(graph, layers, target);
    if (!isNeverNegative(activation))
        return std::nullopt;
    return Problem{Severity::warning,
                   target.id,
                   {},
                   Message(NS_MESSAGE("training.target_logits",
                                      "{0}: the loss \"{1}\" learns from logits, and those of {2} went through its {3}; name the "
                                      "layer before it as the target, or remove the {3}"),
                           target.label(), loss.id, step.node->label(), activation),
                   withoutActivation(step)};
}

std::optional<QuickFix> fixWidth(const Graph& graph, const LayerRegistry& layers, const ShapeWalk& shapes, const Node& output,
                                 std::int64_t width)
{
    WayBack back(graph, layers);
    const auto madeBy = [&](const Step& step) { return shapes.at({step.node->id, step.spec->outputs[0].name}); };
    const auto leavesWidth = [&](const Step& step) {
        const Edge* wire = step.spec->category == Category::activation ? back.wireInto(step) : nullptr;
        const Shape* input = wire ? shapes.at(wire->from) : nullptr;
        const Shape* made = input ? madeBy(step) : nullptr;
        return made && *made == *input; // a gate's is half of it
    };
    Step step = stepTo(layers, &output);
    for (std::size_t i = 0; step.node && leavesWidth(step) && i < longestWay(graph); ++i)
        step = back.before(step); // the layer before it sets its width
    const Edge* wire = step.node ? back.wireInto(step) : nullptr;
    const Shape* input = wire ? shapes.at(wire->from) : nullptr;
    if (!input || step.spec->width.empty())
        return std::nullopt;
    const Shape* made = madeBy(step);
    if (!made)
        return std::nullopt;
    if (made->rank() == 1)
        return QuickFix{QuickFix::Kind::setParameter, {}, step.spec->width, width, step.node->id};
    if (step.spec->category != Category::dense)
        return std::nullopt;
    return QuickFix{QuickFix::Kind::insertLayer, "flatten", {}, {}, step.node->id};
}

} // namespace netsmith
