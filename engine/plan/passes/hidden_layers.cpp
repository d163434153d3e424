#include "engine/plan/passes/hidden_layers.h"

#include "engine/graph/graph_index.h"
#include "engine/plan/trained_parameters.h"

#include <algorithm>
#include <set>

namespace netsmith {
namespace {

/// The last layers with kernels on each path to an objective.
void addLast(const Graph& graph, const Catalog& catalog, std::vector<std::string> open, std::set<std::string>& out)
{
    const GraphIndex index(graph);
    std::set<std::string> seen;
    while (!open.empty()) {
        const Node& node = *index.find(open.back());
        open.pop_back();
        if (!seen.insert(node.id).second)
            continue;
        if (std::ranges::any_of(catalog.layers->find(node.layer)->weights, decays)) {
            out.insert(node.shares.empty() ? node.id : node.shares);
            continue;
        }
        for (const Edge* edge : index.into(node.id))
            open.push_back(edge->from.node);
    }
}

} // namespace

void markHiddenLayers(SegmentTable& parameters, const Project& project, const Catalog& catalog)
{
    std::set<std::string> outer;
    for (const Node& node : project.graph.nodes)
        if (!catalog.layers->find(node.layer)->classesTaken.empty())
            outer.insert(node.shares.empty() ? node.id : node.shares);
    std::vector<std::string> judged;
    for (const Objective& objective : project.training.objectives)
        judged.push_back(objectiveNode(project.graph, objective)->id);
    addLast(project.graph, catalog, std::move(judged), outer);
    for (Segment& segment : parameters.segments)
        segment.isHiddenKernel = !outer.contains(layerOf(segment));
}

} // namespace netsmith
