#include "engine/graph/blocks/make_block.h"

#include "engine/graph/graph_index.h"

#include <algorithm>

namespace netsmith {
namespace {

/// A node outside that is reachable from the nodes and from which they are reachable.
std::string circleThrough(const Graph& graph, const std::set<std::string>& nodes)
{
    const GraphIndex index(graph);
    std::vector<std::string> open;
    std::set<std::string> seen;
    const auto follow = [&](const std::string& from) {
        for (const Edge* edge : index.outOf(from))
            if (!nodes.contains(edge->to.node) && seen.insert(edge->to.node).second)
                open.push_back(edge->to.node);
    };
    std::ranges::for_each(nodes, follow);
    while (!open.empty()) {
        const std::string next = std::move(open.back());
        open.pop_back();
        for (const Edge* edge : index.outOf(next))
            if (nodes.contains(edge->to.node))
                return next;
        follow(next);
    }
    return {};
}

/// "input", "input_2", …: names for the block's ends on one side, one for each port outside or inside that a wire joins it to.
class Ends {
public:
    explicit Ends(std::string stem)
        : m_stem(std::move(stem))
    {
    }

    /// The end's name, and whether it is new.
    std::pair<std::string, bool> of(const PortRef& port)
    {
        const auto found = std::ranges::find(m_ends, port, &std::pair<PortRef, std::string>::first);
        if (found != m_ends.end())
            return {found->second, false};
        m_ends.emplace_back(port, m_ends.empty() ? m_stem : m_stem + "_" + std::to_string(m_ends.size() + 1));
        return {m_ends.back().second, true};
    }
    bool empty() const { return m_ends.empty(); }
    const std::vector<std::pair<PortRef, std::string>>& all() const { return m_ends; }

private:
    std::string m_stem;
    std::vector<std::pair<PortRef, std::string>> m_ends;
};

Edge wire(PortRef from, PortRef to)
{
    return {std::move(from), std::move(to), Json::object()};
}

/// Inputs that nothing leads to and outputs that lead nowhere become the block's, on a side where it has no ends.
void openEnds(Block& block, const LayerRegistry& layers, Ends& inputs, Ends& outputs)
{
    const bool needsInputs = inputs.empty();
    const bool needsOutputs = outputs.empty();
    const std::vector<Edge> wires = block.edges;
    for (const Node& node : block.nodes) {
        const LayerSpec* layer = layers.find(node.layer);
        if (!layer)
            continue;
        for (const PortSpec& port : layer->inputs)
            if (const PortRef at{node.id, port.name};
                needsInputs && !port.optional && std::ranges::find(wires, at, &Edge::to) == wires.end())
                block.edges.push_back(wire({{}, inputs.of(at).first}, at));
        for (const PortSpec& port : layer->outputs)
            if (const PortRef at{node.id, port.name}; needsOutputs && std::ranges::find(wires, at, &Edge::from) == wires.end())
                block.edges.push_back(wire(at, {{}, outputs.of(at).first}));
    }
}

} // namespace

std::optional<BlockRefusal> refusalToMakeBlock(const Graph& graph, const LayerRegistry& layers, const std::set<std::string>& nodes)
{
    using Why = BlockRefusal::Why;
    if (nodes.empty())
        return BlockRefusal{Why::nothing};
    for (const Node& node : graph.nodes) {
        const LayerSpec* layer = layers.find(node.layer);
        const bool chosen = nodes.contains(node.id);
        if (chosen && isBlockEnd(node))
            return BlockRefusal{Why::end, node.id};
        if (chosen && layer && layer->inputs.empty())
            return BlockRefusal{Why::input, node.id};
        if (!node.shares.empty() && nodes.contains(drawnNode(node.shares)) != chosen)
            return BlockRefusal{Why::sharing, node.id};
    }
    if (const std::string outside = circleThrough(graph, nodes); !outside.empty())
        return BlockRefusal{Why::circle, outside};
    return std::nullopt;
}

MadeBlock makeBlock(Graph& graph, const LayerRegistry& layers, const std::set<std::string>& nodes)
{
    Block block{.id = freshBlockId(graph), .title = {}};
    MadeBlock made{.node = graph.freshId(blockLayer), .block = block.id, .outputs = {}};
    Ends inputs("input");
    Ends outputs("output");
    std::vector<Edge> around;
    for (Edge& edge : graph.edges) {
        const bool from = nodes.contains(edge.from.node);
        const bool to = nodes.contains(edge.to.node);
        if (from == to) {
            (from ? block.edges : around).push_back(std::move(edge));
        } else if (to) {
            // A wire keeps its place among the others, which decides the order of a merge's inputs.
            const auto [name, isNew] = inputs.of(edge.from);
            block.edges.push_back(wire({{}, name}, edge.to));
            if (isNew)
                around.push_back(wire(edge.from, {made.node, name}));
        } else {
            const auto [name, isNew] = outputs.of(edge.from);
            if (isNew)
                block.edges.push_back(wire(edge.from, {{}, name}));
            around.push_back(wire({made.node, name}, edge.to));
        }
    }

    // Where the first of them in the row was, so that the new node overlaps nothing.
    const Node* first = nullptr;
    double left = 0.0;
    double top = 0.0;
    for (const Node& node : graph.nodes)
        if (nodes.contains(node.id)) {
            left = first ? std::min(left, node.x) : node.x;
            top = first ? std::min(top, node.y) : node.y;
            if (!first || std::pair(node.x, node.y) < std::pair(first->x, first->y))
                first = &node;
        }
    Node stands{.id = made.node, .layer = std::string(blockLayer), .title = {}, .parameters = {{"block", block.id}}};
    if (first) {
        stands.x = first->x;
        stands.y = first->y;
    }
    const auto behind = std::ranges::find_if(graph.nodes, [&](const Node& node) { return nodes.contains(node.id); });
    graph.nodes.insert(behind, stands);
    for (Node& node : graph.nodes)
        if (nodes.contains(node.id)) {
            block.nodes.push_back(node);
            block.nodes.back().x -= left;
            block.nodes.back().y -= top;
        }
    std::erase_if(graph.nodes, [&](const Node& node) { return nodes.contains(node.id); });
    openEnds(block, layers, inputs, outputs);
    graph.edges = std::move(around);
    for (Group& group : graph.groups)
        for (std::string& id : group.nodes)
            if (nodes.contains(id))
                id = made.node;
    for (Group& group : graph.groups) { // named once
        std::set<std::string> seen;
        std::erase_if(group.nodes, [&seen](const std::string& id) { return !seen.insert(id).second; });
    }
    made.outputs = outputs.all();
    graph.blocks.push_back(std::move(block));
    return made;
}

} // namespace netsmith
