#include "engine/graph/validation.h"

#include "engine/core/checked.h"
#include "engine/graph/blocks/blocks.h"
#include "engine/graph/checks/topology.h"
#include "engine/graph/checks/wiring.h"
#include "engine/graph/nearest_name.h"

#include <algorithm>
#include <unordered_set>

namespace netsmith {
namespace {

constexpr std::int64_t largestElement = 8; // bytes of an f64

/// Whether the parameters fit their declarations.
bool checkParameters(const WiredNode& wired, std::vector<Problem>& problems)
{
    const std::size_t before = problems.size();
    for (const auto& [name, value] : wired.node->parameters) {
        const ParameterSpec* spec = wired.spec->parameter(name);
        const std::string nearest = spec ? std::string() : nearestParameter(name, wired.spec->parameters);
        if (!nearest.empty()) {
            report(problems, Severity::error, *wired.node, {},
                   NS_MESSAGE("graph.parameter_meant", "{0}: there is no parameter \"{1}\"; did you mean \"{2}\"?"), name, nearest);
        } else if (!spec) {
            report(problems, Severity::error, *wired.node, {},
                   NS_MESSAGE("graph.parameter", "{0}: there is no parameter \"{1}\"; it has: {2}"), name,
                   parameterNames(*wired.spec));
        } else if (const auto problem = problemOf(*spec, value)) {
            report(problems, Severity::error, *wired.node, {}, NS_MESSAGE("graph.value", "{0}: {1}"), *problem);
            const auto* chosen = std::get_if<std::string>(&value);
            const std::string meant = chosen ? nearestChoice(*spec, *chosen) : std::string();
            problems.back().fix =
                QuickFix{QuickFix::Kind::setParameter, {}, name, meant.empty() ? spec->defaultValue : ParameterValue(meant)};
        }
    }
    return problems.size() == before;
}

/// Whether each input port has the wires it needs.
bool checkPorts(const WiredNode& wired, std::vector<Problem>& problems)
{
    bool complete = true;
    for (std::size_t port = 0; port < wired.wires.size(); ++port) {
        const PortSpec& spec = wired.spec->inputs[port];
        const std::size_t needed = spec.optional ? 0 : spec.many ? 2 : 1;
        const std::size_t count = wired.wires[port].size();
        if (count >= needed)
            continue;
        complete = false;
        if (wired.attempted[port] && (count == 0 || !spec.many))
            continue; // the problem with that wire was already reported
        if (spec.many)
            report(problems, Severity::error, *wired.node, spec.name,
                   NS_MESSAGE("graph.wires", "{0}: expected two or more wires into \"{1}\", got {2}"), spec.name, count);
        else
            report(problems, Severity::error, *wired.node, spec.name,
                   NS_MESSAGE("graph.unwired", "{0}: the input \"{1}\" is not connected"), spec.name);
    }
    return complete;
}

void reportCycle(const Wiring& wiring, const std::vector<int>& cycle, std::vector<Problem>& problems)
{
    constexpr std::size_t shown = 8;
    const auto node = [&](int number) -> const Node& { return *wiring.nodes[static_cast<std::size_t>(number)].node; };
    std::string way = node(cycle[0]).label() + " → ";
    for (std::size_t i = 1; i < cycle.size() && i <= shown; ++i)
        way += node(cycle[i]).label() + " → ";
    if (cycle.size() > shown + 1)
        way += "… → ";
    way += node(cycle[0]).label();
    report(problems, Severity::error, node(cycle[0]), {},
           NS_MESSAGE("graph.cycle", "{0}: the wires form a cycle, {1}; remove one of them"), way);
}

/// Throws if a tensor of this shape has more bytes than 64 bits can count.
void checkSize(const Shape& shape)
{
    if (!checkedMultiply(shape.elements(), largestElement))
        throw Error(ErrorKind::input, NS_MESSAGE("graph.size", "a tensor of {0} has more bytes than 64 bits can count"),
                    shape.text());
}

/// The shapes of the node's inputs; nothing where one is unknown.
std::optional<std::vector<Shape>> inputShapes(const WiredNode& wired, const ShapeWalk& walk)
{
    std::vector<Shape> shapes;
    for (const auto& wires : wired.wires)
        for (const Edge* edge : wires) {
            const Shape* shape = walk.at(edge->from);
            if (!shape)
                return std::nullopt;
            shapes.push_back(*shape);
        }
    return shapes;
}

void inferShapes(const WiredNode& wired, ShapeWalk& walk, std::vector<Problem>& problems)
{
    const auto inputs = inputShapes(wired, walk);
    if (!inputs)
        return; // follows from a problem further upstream
    const LayerSpec& spec = *wired.spec;
    try {
        const std::vector<Shape> outputs = spec.shapes(wired.node->parameters, *inputs);
        std::ranges::for_each(outputs, checkSize);
        for (std::size_t i = 0; i < outputs.size(); ++i)
            walk.outputs.insert_or_assign({wired.node->id, spec.outputs[i].name}, outputs[i]);
    } catch (const Error& error) {
        report(problems, Severity::error, *wired.node, inputs->size() == 1 ? spec.inputs[0].name : std::string(),
               NS_MESSAGE("graph.shape", "{0}: {1}"), error.message());
        problems.back().subject = ProblemSubject::wire;
    }
}

/// The activation that the values at a node's outputs went through last: "none" if they went through none.
std::string activationAt(const WiredNode& wired, const std::vector<std::string>& activations, const Wiring& wiring)
{
    const std::string activation = wired.spec->activation(wired.node->parameters);
    if (activation != LayerSpec::passed)
        return activation;
    if (wired.wires.empty() || wired.wires[0].empty())
        return "none";
    return activations[static_cast<std::size_t>(wiring.numberOf(wired.wires[0][0]->from.node))];
}

/// A softmax of probabilities is nearly flat: gradients vanish and the loss stays high.
void warnOfSecondSoftmax(const WiredNode& wired, const std::vector<std::string>& activations, const Wiring& wiring,
                         std::vector<Problem>& problems)
{
    if (wired.spec->category != Category::activation || wired.wires[0].empty()
        || wired.spec->activation(wired.node->parameters) != "softmax")
        return;
    const int source = wiring.numberOf(wired.wires[0][0]->from.node);
    if (activations[static_cast<std::size_t>(source)] == "softmax")
        report(problems, Severity::warning, *wired.node, wired.spec->inputs[0].name,
               NS_MESSAGE("graph.softmax_twice", "{0}: the output of {1} already went through a softmax; remove one of the two"),
               wiring.nodes[static_cast<std::size_t>(source)].node->label());
}

/// A graph without blocks, or with its blocks expanded; `before` is what was found while expanding.
Validation validateFlat(const Graph& graph, const LayerRegistry& layers, bool unfolded, std::vector<Problem> before)
{
    Validation out;
    out.problems = std::move(before);
    Wiring wiring = findNodes(graph, layers, unfolded, out.problems);
    if (graph.nodes.empty())
        out.problems.push_back({Severity::error,
                                {},
                                {},
                                Message(NS_MESSAGE("graph.empty", "the network has no layers; start with an input layer")),
                                std::nullopt,
                                ProblemSubject::network});
    connectWires(graph, wiring, out.problems);
    checkSharing(wiring, out.problems);

    const Topology topology = sortTopologically(wiring.successors());
    for (const std::vector<int>& cycle : topology.cycles)
        reportCycle(wiring, cycle, out.problems);

    std::vector<bool> sound(wiring.nodes.size(), false);
    for (std::size_t i = 0; i < wiring.nodes.size(); ++i)
        if (wiring.nodes[i].spec) {
            const bool parameters = checkParameters(wiring.nodes[i], out.problems);
            sound[i] = checkPorts(wiring.nodes[i], out.problems) && parameters;
        }

    std::vector<std::string> activations(wiring.nodes.size(), "none");
    for (const int number : topology.order) {
        const auto i = static_cast<std::size_t>(number);
        const WiredNode& wired = wiring.nodes[i];
        out.shapes.order.push_back(wired.node->id);
        if (!sound[i])
            continue;
        inferShapes(wired, out.shapes, out.problems);
        activations[i] = activationAt(wired, activations, wiring);
        warnOfSecondSoftmax(wired, activations, wiring, out.problems);
    }
    return out;
}

} // namespace

const Shape* ShapeWalk::at(const PortRef& port) const
{
    const auto found = outputs.find(port);
    return found == outputs.end() ? nullptr : &found->second;
}

bool Validation::ok() const
{
    return std::ranges::none_of(problems, [](const Problem& problem) { return problem.severity == Severity::error; });
}

Validation validate(const Graph& graph, const LayerRegistry& layers)
{
    if (!hasBlocks(graph))
        return validateFlat(graph, layers, false, {});
    const Unfolded unfolded = unfoldBlocks(graph, layers);
    Validation out = validateFlat(unfolded.graph, layers, true, unfolded.problems);
    unfolded.showOnBlocks(out.shapes);
    return out;
}

std::vector<const Node*> outputNodes(const Graph& graph)
{
    std::unordered_set<std::string_view> wiredOn;
    wiredOn.reserve(graph.edges.size());
    for (const Edge& edge : graph.edges)
        wiredOn.insert(edge.from.node);
    std::vector<const Node*> outputs;
    for (const Node& node : graph.nodes)
        if (!wiredOn.contains(node.id))
            outputs.push_back(&node);
    return outputs;
}

} // namespace netsmith
