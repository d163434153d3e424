#include "gui/document/loss_ends.h"

#include "engine/graph/graph_index.h"
#include "engine/graph/validation.h"

#include <algorithm>
#include <set>

namespace netsmith::gui {
namespace {

std::set<std::string> outputIds(const Graph& graph)
{
    std::set<std::string> ids;
    for (const Node* node : outputNodes(graph))
        ids.insert(node->id);
    return ids;
}

/// The only output that can be reached from a node; empty if there are several.
std::string outputAfter(const std::string& node, const Graph& graph, const std::set<std::string>& outputs)
{
    const GraphIndex index(graph);
    std::set<std::string> seen{node};
    std::vector<std::string> open{node};
    std::string found;
    while (!open.empty()) {
        const std::string next = std::move(open.back());
        open.pop_back();
        if (outputs.contains(next)) {
            if (!found.empty())
                return {};
            found = next;
        }
        for (const Edge* edge : index.outOf(next))
            if (seen.insert(edge->to.node).second)
                open.push_back(edge->to.node);
    }
    return found;
}

/// The nearest remaining node before a removed one, following each node's first wire; empty if there is none.
std::string remainingBefore(std::string node, const Graph& before, const Graph& after)
{
    std::set<std::string> seen;
    while (!after.find(node) && seen.insert(node).second) {
        const auto wire = std::ranges::find(before.edges, node, [](const Edge& edge) { return edge.to.node; });
        if (wire == before.edges.end())
            return {};
        node = wire->from.node;
    }
    return after.find(node) ? node : std::string();
}

bool haveTheSameNodes(const Graph& one, const Graph& other)
{
    return std::ranges::equal(one.nodes, other.nodes, {}, &Node::id, &Node::id);
}

} // namespace

const Node* judgedBy(const Objective& objective, const Graph& graph)
{
    if (!objective.output.empty())
        return graph.find(objective.output);
    const std::vector<const Node*> outputs = outputNodes(graph);
    return outputs.size() == 1 ? outputs.front() : nullptr;
}

void keepLossEnds(const Project& before, Project& after)
{
    if (before.graph.edges == after.graph.edges && haveTheSameNodes(before.graph, after.graph))
        return;
    const std::set<std::string> outputsBefore = outputIds(before.graph);
    const std::set<std::string> outputs = outputIds(after.graph);
    std::vector<Objective>& objectives = after.training.objectives;
    const std::size_t count = std::min(objectives.size(), before.training.objectives.size());
    for (std::size_t i = 0; i < count; ++i) {
        const std::string& was = before.training.objectives[i].output;
        const Node* judged = judgedBy(before.training.objectives[i], before.graph);
        if (!judged || objectives[i].output != was)
            continue; // ambiguous before, or changed by the edit itself
        if (after.graph.find(judged->id) && !outputsBefore.contains(judged->id))
            continue; // it was applied to an inner node, and still is
        const std::string start = remainingBefore(judged->id, before.graph, after.graph);
        const std::string end = start.empty() ? std::string() : outputAfter(start, after.graph, outputs);
        if (outputs.size() == 1 && !end.empty())
            objectives[i].output.clear(); // it is the only output
        else if (!end.empty())
            objectives[i].output = end;
        else if (!after.graph.find(was))
            objectives[i].output.clear(); // a layer added later may get this name
    }
}

} // namespace netsmith::gui
