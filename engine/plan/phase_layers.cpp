#include "engine/plan/phase_layers.h"

#include "engine/graph/graph_index.h"
#include "engine/graph/project/training_recipe.h"
#include "engine/plan/checks/project_nodes.h"

#include <algorithm>

namespace netsmith {
namespace {

/// The layer whose weights a node has.
const std::string& ownerOf(const Node& node)
{
    return node.shares.empty() ? node.id : node.shares;
}

bool isTrainedIn(const TrainingSettings& training, std::size_t phase, const std::string& layer)
{
    const ParameterGroup* group = groupOf(training, layer);
    return trainsIn(training, phase, group ? group->name : std::string());
}

/// A node, and all that it is computed from.
std::set<std::string> upTo(const GraphIndex& graph, const std::string& node)
{
    std::set<std::string> found;
    std::vector<std::string> open{node};
    while (!open.empty()) {
        const std::string id = std::move(open.back());
        open.pop_back();
        if (found.insert(id).second)
            for (const Edge* edge : graph.into(id))
                open.push_back(edge->from.node);
    }
    return found;
}

/// Whether an objective changes weights of these layers in a phase.
bool trains(const Objective& objective, const std::set<std::string>& layers, const Project& project, const Catalog& catalog,
            std::size_t phase)
{
    return std::ranges::any_of(layers, [&](const std::string& id) {
        const Node& node = *project.graph.find(id);
        const LayerSpec* spec = catalog.layers->find(node.layer);
        if (!spec || !spec->hasWeights() || !isTrainedIn(project.training, phase, ownerOf(node)))
            return false;
        const ParameterGroup* group = groupOf(project.training, ownerOf(node));
        return objective.groups.empty() || (group && std::ranges::find(objective.groups, group->name) != objective.groups.end());
    });
}

} // namespace

PhaseLayers layersOfPhase(const Project& project, const Catalog& catalog, std::size_t phase)
{
    const TrainingSettings& training = project.training;
    PhaseLayers layers;
    const bool followsOthers = phase < training.phases.size() && training.phases[phase].steps == 0;
    for (const Node& node : project.graph.nodes)
        if (followsOthers && !isTrainedIn(training, phase, ownerOf(node)))
            layers.frozen.insert(node.id);

    const GraphIndex graph(project.graph);
    std::set<std::string> learning;
    for (const Objective& objective : training.objectives) {
        const Node* output = objectiveNode(project.graph, objective);
        std::set<std::string> reached = output ? upTo(graph, output->id) : std::set<std::string>();
        if (!trains(objective, reached, project, catalog, phase))
            continue;
        if (!objective.targetLayer.empty())
            layers.evaluated.merge(upTo(graph, objective.targetLayer));
        learning.merge(reached);
    }
    for (const std::string& layer : learning)
        layers.evaluated.erase(layer);
    return layers;
}

} // namespace netsmith
