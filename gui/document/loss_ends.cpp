#include "gui/document/loss_ends.h"

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

/// The only output that a node leads to; empty where there are several.
std::string outputAfter(const std::string& node, const Graph& graph, const std::set<std::string>& outputs)
{
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
        for (const Edge* edge : graph.outOf(next))
            if (seen.insert(edge->to.node).second)
                open.push_back(edge->to.node);
    }
    return found;
}

/// The nearest node before a removed one that is still there; empty where there is none, or several.
std::string remainingBefore(std::string node, const Graph& before, const Graph& after)
{
    for (std::size_t i = 0; i <= before.nodes.size() && !after.find(node); ++i) {
        std::set<std::string> sources;
        for (const Edge& edge : before.edges)
            if (edge.to.node == node)
                sources.insert(edge.from.node);
        if (sources.size() != 1)
            return {};
        node = *sources.begin();
    }
    return after.find(node) ? node : std::string();
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
    if (before.graph.edges == after.graph.edges && before.graph.nodes.size() == after.graph.nodes.size())
        return;
    const std::set<std::string> outputsBefore = outputIds(before.graph);
    const std::set<std::string> outputs = outputIds(after.graph);
    std::vector<Objective>& objectives = after.training.objectives;
    const std::size_t count = std::min(objectives.size(), before.training.objectives.size());
    for (std::size_t i = 0; i < count; ++i) {
        const std::string& was = before.training.objectives[i].output;
        const Node* judged = judgedBy(before.training.objectives[i], before.graph);
        if (!judged || objectives[i].output != was)
            continue; // there was no end, or the edit has chosen one
        if (after.graph.find(judged->id) && !outputsBefore.contains(judged->id))
            continue; // it judges what lies within the network, and goes on to
        const std::string start = remainingBefore(judged->id, before.graph, after.graph);
        const std::string end = start.empty() ? std::string() : outputAfter(start, after.graph, outputs);
        if (end.empty())
            continue;
        if (outputs.size() > 1)
            objectives[i].output = end;
        else if (end != was)
            objectives[i].output.clear(); // it is the only one
    }
}

} // namespace netsmith::gui
