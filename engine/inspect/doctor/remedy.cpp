#include "engine/inspect/doctor/remedy.h"

#include "engine/catalog/catalog.h"
#include "engine/core/error.h"

#include <fmt/format.h>

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

Remedy keepTheBest(const EarlyStopping& now)
{
    constexpr std::int64_t patience = 3;
    Remedy remedy{Message(NS_MESSAGE("doctor.remedy.stop", "Stop early and keep the best epoch")),
                  {"training.monitor=loss", "early_stopping.restore_best=true"},
                  {}};
    if (now.patience == 0)
        remedy.settings.push_back(fmt::format("early_stopping.patience={}", patience));
    return remedy;
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

RemedyState stateOf(const Remedy& remedy, const Project& project, Project* remedied)
try {
    Project changed = project;
    applyRemedy(changed, remedy);
    if (changed == project)
        return RemedyState::applied;
    if (remedied)
        *remedied = std::move(changed);
    return RemedyState::open;
} catch (const Error&) {
    return RemedyState::misfit;
}

} // namespace netsmith::inspect
