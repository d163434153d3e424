#include "engine/inspect/doctor/remedy.h"

#include "engine/catalog/catalog.h"
#include "engine/core/error.h"

#include <algorithm>

namespace netsmith::inspect {
namespace {

constexpr double nodeStep = 170.0; // from one layer to the next, in the canvas's units

void insert(Graph& graph, const Remedy::Insertion& insertion)
{
    const LayerSpec* layer = catalog().layers->find(insertion.layer);
    const Node* target = graph.find(insertion.before);
    const LayerSpec* spec = target ? catalog().layers->find(target->layer) : nullptr;
    if (!layer || !spec || spec->inputs.empty())
        return;
    const std::string port = spec->inputs.front().name;
    const auto wire = std::ranges::find(graph.edges, PortRef{insertion.before, port}, &Edge::to);
    const Node* source = wire == graph.edges.end() ? nullptr : graph.find(wire->from.node);
    if (!source || source->layer == insertion.layer)
        return;
    Node node;
    node.id = graph.freshId(insertion.layer);
    node.layer = layer->id;
    node.version = layer->version;
    node.parameters = insertion.parameters;
    node.x = target->x;
    node.y = target->y;
    // The new wire takes the old one's position in the list of edges, which determines the order of a merge's inputs.
    const PortRef from = wire->from;
    *wire = {{node.id, layer->outputs.front().name}, {insertion.before, port}, Json::object()};
    graph.edges.push_back({from, {node.id, layer->inputs.front().name}, Json::object()});
    for (Node& other : graph.nodes)
        if (other.x >= node.x)
            other.x += nodeStep;
    graph.nodes.push_back(std::move(node));
}

} // namespace

std::string settingOfNode(std::string_view node)
{
    std::string setting(node);
    std::ranges::replace(setting, '/', '.');
    return setting;
}

Remedy keepTheBest()
{
    return {Message(NS_MESSAGE("doctor.remedy.stop", "Stop early and keep the best epoch")),
            {"training.monitor=loss", "early_stopping.patience=3", "early_stopping.restore_best=true"}};
}

void applyRemedy(Project& project, const Remedy& remedy)
{
    Project changed = project;
    for (const std::string& setting : remedy.settings)
        applySetting(changed, setting);
    for (const Remedy::Insertion& insertion : remedy.insertions)
        insert(changed.graph, insertion);
    project = std::move(changed);
}

std::optional<Project> remedied(const Project& project, const Remedy& remedy)
try {
    Project changed = project;
    applyRemedy(changed, remedy);
    return changed == project ? std::nullopt : std::optional(std::move(changed));
} catch (const Error&) {
    return std::nullopt;
}

} // namespace netsmith::inspect
