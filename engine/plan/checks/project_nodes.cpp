#include "engine/plan/checks/project_nodes.h"

#include "engine/graph/validation.h"

#include <algorithm>

namespace netsmith {

bool readsField(const LayerSpec& layer)
{
    return layer.category == Category::input && layer.parameter("field");
}

std::string noiseName(std::string_view node)
{
    return "noise of " + std::string(node);
}

std::string inputField(const Node& node, const LayerSpec& spec)
{
    if (const auto found = node.parameters.find("field"); found != node.parameters.end())
        if (const auto* name = std::get_if<std::string>(&found->second))
            return *name;
    const ParameterSpec* parameter = spec.parameter("field");
    const auto* name = parameter ? std::get_if<std::string>(&parameter->defaultValue) : nullptr;
    return name ? *name : "image";
}

const Node* statefulNode(const Graph& graph, const LayerRegistry& layers)
{
    const auto found = std::ranges::find_if(graph.nodes, [&](const Node& node) {
        const LayerSpec* spec = layers.find(node.layer);
        const auto set = spec ? node.parameters.find(spec->keepsState) : node.parameters.end();
        const bool* on = set == node.parameters.end() ? nullptr : std::get_if<bool>(&set->second);
        return on && *on;
    });
    return found == graph.nodes.end() ? nullptr : &*found;
}

const Node* objectiveNode(const Graph& graph, const Objective& objective)
{
    if (!objective.output.empty())
        return graph.find(objective.output);
    const std::vector<const Node*> outputs = outputNodes(graph);
    return outputs.size() == 1 ? outputs[0] : nullptr;
}

} // namespace netsmith
