#include "engine/graph/graph_difference.h"

#include "engine/graph/project/project.h"

#include <algorithm>
#include <map>
#include <set>

namespace netsmith {
namespace {

struct PlacedNode {
    std::string id;
    const Node* node;
};

std::string within(const std::string& block, const std::string& id)
{
    return block.empty() ? id : block + '/' + id;
}

/// All nodes, those of blocks too, in drawing order.
std::vector<PlacedNode> nodesOf(const Graph& graph)
{
    std::vector<PlacedNode> nodes;
    for (const Node& node : graph.nodes)
        nodes.push_back({node.id, &node});
    for (const Block& block : graph.blocks)
        for (const Node& node : block.nodes)
            nodes.push_back({within(block.id, node.id), &node});
    return nodes;
}

using Wire = std::pair<std::pair<std::string, std::string>, std::pair<std::string, std::string>>;

std::vector<Wire> wiresOf(const Graph& graph)
{
    std::vector<Wire> wires;
    const auto add = [&](const std::string& block, const std::vector<Edge>& edges) {
        for (const Edge& edge : edges)
            wires.push_back({{within(block, edge.from.node), edge.from.port}, {within(block, edge.to.node), edge.to.port}});
    };
    add({}, graph.edges);
    for (const Block& block : graph.blocks)
        add(block.id, block.edges);
    return wires;
}

/// A node's values as text by name, without defaults.
std::map<std::string, std::string> valuesOf(const Node& node)
{
    std::map<std::string, std::string> values{{"layer", node.layer}, {"version", std::to_string(node.version)}};
    const Json parameters = toJson(node.parameters);
    for (const auto& [name, value] : parameters.items())
        values[name] = value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (!node.title.empty())
        values["title"] = node.title;
    if (!node.shares.empty())
        values["shares"] = node.shares;
    return values;
}

std::vector<ValueChange> changesOf(const Node& before, const Node& after)
{
    const auto left = valuesOf(before), right = valuesOf(after);
    std::set<std::string> names;
    for (const auto* side : {&left, &right})
        for (const auto& [name, value] : *side)
            names.insert(name);
    const auto valueIn = [](const auto& side, const std::string& name) {
        const auto found = side.find(name);
        return found == side.end() ? std::nullopt : std::optional(found->second);
    };
    std::vector<ValueChange> changes;
    for (const std::string& name : names)
        if (auto was = valueIn(left, name), is = valueIn(right, name); was != is)
            changes.push_back({name, std::move(was), std::move(is)});
    return changes;
}

} // namespace

GraphDifference differenceOf(const Graph& before, const Graph& after)
{
    GraphDifference difference;
    const std::vector<PlacedNode> old = nodesOf(before), now = nodesOf(after);
    for (const PlacedNode& placed : now) {
        const auto was = std::ranges::find(old, placed.id, &PlacedNode::id);
        if (was == old.end())
            difference.nodes.push_back({Change::added, placed.id, placed.node->layer, {}});
        else if (auto values = changesOf(*was->node, *placed.node); !values.empty())
            difference.nodes.push_back({Change::changed, placed.id, placed.node->layer, std::move(values)});
    }
    for (const PlacedNode& placed : old)
        if (std::ranges::find(now, placed.id, &PlacedNode::id) == now.end())
            difference.nodes.push_back({Change::removed, placed.id, placed.node->layer, {}});
    const std::vector<Wire> oldWires = wiresOf(before), newWires = wiresOf(after);
    const auto compare = [&](Change change, const std::vector<Wire>& wires, const std::vector<Wire>& others) {
        const std::set<Wire> known(others.begin(), others.end());
        for (const auto& wire : wires)
            if (!known.contains(wire))
                difference.wires.push_back(
                    {change, {wire.first.first, wire.first.second}, {wire.second.first, wire.second.second}});
    };
    compare(Change::added, newWires, oldWires);
    compare(Change::removed, oldWires, newWires);
    return difference;
}

} // namespace netsmith
