#include "engine/graph/blocks/take_apart.h"

#include <algorithm>
#include <iterator>
#include <cmath>
#include <map>

namespace netsmith {
namespace {

constexpr double rowHeight = 52.0;

bool hasWeights(const Node& node, const LayerRegistry& layers)
{
    const LayerSpec* layer = layers.find(node.layer);
    return layer && layer->hasWeights();
}

/// The block's nodes as used by the node: with the parameters it sets, and whose weights it uses.
std::vector<Node> nodesOf(const Block& block, const Node& stands, const LayerRegistry& layers)
{
    std::vector<Node> nodes = block.nodes;
    for (const auto& [name, value] : stands.parameters) {
        const std::size_t dot = name.rfind('.');
        const std::size_t slash = name.find('/');
        for (Node& node : nodes) {
            if (name == "trainable" && (hasWeights(node, layers) || node.layer == blockLayer))
                node.parameters[name] = value;
            else if (dot != std::string::npos && slash == std::string::npos && node.id == name.substr(0, dot))
                node.parameters[name.substr(dot + 1)] = value;
            else if (slash != std::string::npos && node.id == name.substr(0, slash)) // of a layer in a block in this one
                node.parameters[name.substr(slash + 1)] = value;
        }
    }
    if (!stands.shares.empty())
        for (Node& node : nodes)
            if (hasWeights(node, layers))
                node.shares = stands.shares + "/" + (node.shares.empty() ? node.id : node.shares);
    return nodes;
}

/// Connects the wires outside to those inside.
class Splicing {
public:
    Splicing(const Graph& graph, const Block& block, const std::string& node, std::map<std::string, std::string> ids)
        : m_block(block)
        , m_ids(std::move(ids))
    {
        for (const Edge& edge : graph.edges)
            if (edge.to.node == node)
                m_in.push_back(edge);
    }

    /// The source of one of the block's outputs: ports of its nodes, or of nodes outside if it passes on its input.
    std::vector<PortRef> madeBy(const std::string& output) const
    {
        std::vector<PortRef> ports;
        for (const Edge& edge : m_block.edges)
            if (edge.to.node.empty() && edge.to.port == output)
                std::ranges::copy(sourcesOf(edge.from), std::back_inserter(ports));
        return ports;
    }

    /// The wires inside, each input's with every wire that led to it.
    std::vector<Edge> inner() const
    {
        std::vector<Edge> edges;
        for (const Edge& edge : m_block.edges)
            if (!edge.to.node.empty())
                for (const PortRef& source : sourcesOf(edge.from))
                    edges.push_back({source, {m_ids.at(edge.to.node), edge.to.port}, edge.extra});
        return edges;
    }

private:
    std::vector<PortRef> sourcesOf(const PortRef& from) const
    {
        if (!from.node.empty())
            return {{m_ids.at(from.node), from.port}};
        std::vector<PortRef> sources;
        for (const Edge& edge : m_in)
            if (edge.to.port == from.port)
                sources.push_back(edge.from);
        return sources;
    }

    const Block& m_block;
    std::map<std::string, std::string> m_ids;
    std::vector<Edge> m_in; ///< that lead to the node
};

} // namespace

std::optional<ApartRefusal> refusalToTakeApart(const Graph& graph, const std::string& id)
{
    using Why = ApartRefusal::Why;
    const Node* node = graph.find(id);
    const Block* block = node ? findBlock(graph, blockOf(*node)) : nullptr;
    const auto there = [block](const std::string& end) {
        return end.empty() || std::ranges::find(block->nodes, end, &Node::id) != block->nodes.end();
    };
    if (!block
        || !std::ranges::all_of(block->edges, [&](const Edge& edge) { return there(edge.from.node) && there(edge.to.node); }))
        return ApartRefusal{Why::noBlock};
    for (const Node& other : graph.nodes)
        if (drawnNode(other.shares) == id)
            return ApartRefusal{Why::lends, other.id};
    if (!node->shares.empty() && std::ranges::any_of(block->nodes, [](const Node& each) { return each.layer == blockLayer; }))
        return ApartRefusal{Why::borrows};
    return std::nullopt;
}

TakenApart takeApart(Graph& graph, const LayerRegistry& layers, const std::string& id)
{
    const Node stands = *graph.find(id);
    const Block block = *findBlock(graph, blockOf(stands));
    std::vector<Node> nodes = nodesOf(block, stands, layers);

    double width = 0.0;
    double left = 0.0;
    double top = 0.0;
    for (const Node& node : nodes) {
        left = &node == nodes.data() ? node.x : std::min(left, node.x);
        top = &node == nodes.data() ? node.y : std::min(top, node.y);
    }
    for (const Node& node : nodes)
        width = std::max(width, node.x - left);
    for (Node& other : graph.nodes)
        if (std::abs(other.y - stands.y) < rowHeight && other.x > stands.x)
            other.x += width;

    TakenApart out;
    std::map<std::string, std::string>& ids = out.ids;
    for (Node& node : nodes) {
        std::string fresh = graph.find(node.id) ? graph.freshId(node.layer) : node.id;
        ids[node.id] = fresh;
        node.id = fresh;
        node.x += stands.x - left;
        node.y += stands.y - top;
        out.nodes.insert(fresh);
        graph.nodes.push_back(node);
    }
    if (stands.shares.empty())
        for (Node& node : graph.nodes)
            if (out.nodes.contains(node.id) && ids.contains(node.shares))
                node.shares = ids[node.shares];

    const Splicing splicing(graph, block, id, ids);
    for (const BlockEnd& end : endsOf(block))
        if (const std::vector<PortRef> made = splicing.madeBy(end.port); !end.input && made.size() == 1)
            out.outputs.emplace_back(end.port, made.front());
    std::vector<Edge> edges;
    for (const Edge& edge : graph.edges) {
        if (edge.to.node == id)
            continue;
        if (edge.from.node != id) {
            edges.push_back(edge);
            continue;
        }
        for (const PortRef& source : splicing.madeBy(edge.from.port))
            edges.push_back({source, edge.to, edge.extra});
    }
    std::ranges::copy(splicing.inner(), std::back_inserter(edges));
    std::erase_if(edges, [&id](const Edge& edge) { return edge.from.node == id; }); // it led to itself
    graph.edges = std::move(edges);
    std::erase_if(graph.nodes, [&id](const Node& node) { return node.id == id; });
    for (Group& group : graph.groups)
        if (std::erase(group.nodes, id) > 0)
            group.nodes.insert(group.nodes.end(), out.nodes.begin(), out.nodes.end());
    return out;
}

} // namespace netsmith
