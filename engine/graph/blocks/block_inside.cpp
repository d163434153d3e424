#include "engine/graph/blocks/block_inside.h"

#include "engine/graph/project/project.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

namespace netsmith {
namespace {

constexpr double column = 170.0; // from a node to the end next to it
constexpr double row = 80.0; // between ends that would overlap
/// What a file says about a block's ends, and whether it gives their positions.
std::vector<std::pair<BlockEnd, bool>> rememberedEnds(const Block& block)
{
    std::vector<std::pair<BlockEnd, bool>> ends;
    for (const BlockPort& port : block.ports) {
        BlockEnd end{.port = port.name, .input = port.end != "output", .title = port.title};
        if (end.port.empty())
            continue;
        std::tie(end.x, end.y) = port.position.value_or(std::pair(0.0, 0.0));
        ends.emplace_back(std::move(end), port.position.has_value());
    }
    return ends;
}

/// Keeps the other keys of an end in the file.
void remember(Block& block, const std::vector<BlockEnd>& ends)
{
    std::vector<BlockPort> ports;
    for (const BlockEnd& end : ends) {
        BlockPort port{.name = end.port, .end = end.input ? "input" : "output", .title = end.title, .position = {{end.x, end.y}}};
        const auto before = std::ranges::find_if(
            block.ports, [&](const BlockPort& each) { return each.name == port.name && each.end == port.end; });
        if (before != block.ports.end())
            port.extra = before->extra;
        ports.push_back(std::move(port));
    }
    block.ports = std::move(ports);
}

/// Beside the first node that a wire from or to the end leads to, at the block's edge.
void place(BlockEnd& end, const Block& block, const std::vector<std::pair<BlockEnd, bool>>& others)
{
    double left = std::numeric_limits<double>::infinity();
    double right = -left;
    double top = left;
    for (const Node& node : block.nodes) {
        left = std::min(left, node.x);
        right = std::max(right, node.x);
        top = std::min(top, node.y);
    }
    if (block.nodes.empty())
        left = right = top = 0.0;
    end.x = end.input ? left - column : right + column;
    end.y = top;
    for (const Edge& edge : block.edges) {
        const PortRef& own = end.input ? edge.from : edge.to;
        const PortRef& other = end.input ? edge.to : edge.from;
        const auto node = std::ranges::find(block.nodes, other.node, &Node::id);
        if (own.node.empty() && own.port == end.port && node != block.nodes.end()) {
            end.y = node->y;
            break;
        }
    }
    const auto stands = [&end](const std::pair<BlockEnd, bool>& other) {
        return other.second && std::abs(other.first.x - end.x) < column / 2 && std::abs(other.first.y - end.y) < row / 2;
    };
    while (std::ranges::any_of(others, stands))
        end.y += row;
}

/// The name of an end, from the node that stands for it.
std::string portOf(const Node& node)
{
    const std::size_t colon = node.id.find(':');
    return colon == std::string::npos ? node.id : node.id.substr(colon + 1);
}

/// Removes the wires between nodes that stand for the block and ends that it no longer has.
void dropWires(const std::vector<Node>& nodes, std::vector<Edge>& edges, std::string_view block, const std::vector<BlockEnd>& gone)
{
    std::set<std::string_view> stands;
    for (const Node& node : nodes)
        if (blockOf(node) == block)
            stands.insert(node.id);
    std::erase_if(edges, [&](const Edge& edge) {
        return std::ranges::any_of(gone, [&](const BlockEnd& end) {
            const PortRef& at = end.input ? edge.to : edge.from;
            return stands.contains(at.node) && at.port == end.port;
        });
    });
}

} // namespace

bool isBlockEnd(const Node& node)
{
    return node.layer == blockInputLayer || node.layer == blockOutputLayer;
}

std::vector<BlockEnd> endsOf(const Block& block)
{
    std::vector<std::pair<BlockEnd, bool>> ends = rememberedEnds(block);
    const auto add = [&ends](const std::string& port, bool input) {
        const bool there =
            std::ranges::any_of(ends, [&](const auto& each) { return each.first.port == port && each.first.input == input; });
        if (!there)
            ends.emplace_back(BlockEnd{.port = port, .input = input}, false);
    };
    for (const Edge& edge : block.edges) {
        if (edge.from.node.empty())
            add(edge.from.port, true);
        if (edge.to.node.empty())
            add(edge.to.port, false);
    }
    std::vector<BlockEnd> out;
    for (auto& [end, placed] : ends) {
        if (!placed)
            place(end, block, ends);
        placed = true;
        const bool twice = std::ranges::any_of(out, [&end = end](const BlockEnd& other) {
            return other.port == end.port && other.input == end.input; // a file may say so
        });
        if (!twice)
            out.push_back(end);
    }
    return out;
}

const Block* findBlock(const Graph& graph, std::string_view id)
{
    const auto found = std::ranges::find(graph.blocks, id, &Block::id);
    return found == graph.blocks.end() ? nullptr : &*found;
}

Block* findBlock(Graph& graph, std::string_view id)
{
    return const_cast<Block*>(findBlock(std::as_const(graph), id));
}

bool holdsBlock(const Graph& graph, std::string_view block, std::string_view other)
{
    std::vector<std::string> open{std::string(block)};
    std::set<std::string> seen{open.front()};
    while (!open.empty()) {
        const std::string next = std::move(open.back());
        open.pop_back();
        if (next == other)
            return true;
        if (const Block* found = findBlock(graph, next))
            for (const Node& node : found->nodes)
                if (const std::string inner = blockOf(node); !inner.empty() && seen.insert(inner).second)
                    open.push_back(inner);
    }
    return false;
}

std::size_t usesOf(const Graph& graph, std::string_view block)
{
    const auto count = [block](const std::vector<Node>& nodes) {
        return static_cast<std::size_t>(
            std::ranges::count_if(nodes, [block](const Node& node) { return node.layer == blockLayer && blockOf(node) == block; }));
    };
    std::size_t uses = count(graph.nodes);
    for (const Block& each : graph.blocks)
        uses += count(each.nodes);
    return uses;
}

std::string freshBlockId(const Graph& graph, std::string_view stem)
{
    for (std::size_t number = 1;; ++number) {
        std::string id = std::string(stem) + "_" + std::to_string(number);
        if (!findBlock(graph, id))
            return id;
    }
}

const Block* blockAt(const Graph& graph, std::string_view place)
{
    const std::vector<Node>* nodes = &graph.nodes;
    const Block* block = nullptr;
    std::set<const Block*> around;
    for (std::size_t begin = 0; begin <= place.size() && !place.empty();) {
        const std::size_t end = std::min(place.find('/', begin), place.size());
        const auto node = std::ranges::find(*nodes, place.substr(begin, end - begin), &Node::id);
        block = node == nodes->end() ? nullptr : findBlock(graph, blockOf(*node));
        if (!block || !around.insert(block).second)
            return nullptr;
        nodes = &block->nodes;
        begin = end + 1;
    }
    return block;
}

Graph insideOf(const Graph& graph, std::string_view id)
{
    Graph inside;
    inside.blocks = graph.blocks;
    const Block* block = findBlock(graph, id);
    if (!block)
        return inside;
    for (const BlockEnd& end : endsOf(*block))
        inside.nodes.push_back({.id = endId(end.input, end.port),
                                .layer = std::string(end.input ? blockInputLayer : blockOutputLayer),
                                .title = end.title,
                                .parameters = {},
                                .x = end.x,
                                .y = end.y});
    inside.nodes.insert(inside.nodes.end(), block->nodes.begin(), block->nodes.end());
    inside.edges = block->edges;
    for (Edge& edge : inside.edges) {
        if (edge.from.node.empty())
            edge.from = {endId(true, edge.from.port), "output"};
        if (edge.to.node.empty())
            edge.to = {endId(false, edge.to.port), "input"};
    }
    return inside;
}

void putBack(Graph& graph, std::string_view id, Graph inside)
{
    graph.blocks = std::move(inside.blocks);
    Block* block = findBlock(graph, id);
    if (!block)
        return;
    std::vector<BlockEnd> gone = endsOf(*block);
    std::vector<BlockEnd> ends;
    block->nodes.clear();
    for (Node& node : inside.nodes) {
        if (!isBlockEnd(node)) {
            block->nodes.push_back(std::move(node));
            continue;
        }
        ends.push_back({portOf(node), node.layer == blockInputLayer, node.title, node.x, node.y});
        std::erase_if(gone,
                      [&ends](const BlockEnd& end) { return end.port == ends.back().port && end.input == ends.back().input; });
    }
    block->edges = std::move(inside.edges);
    for (Edge& edge : block->edges) {
        for (const BlockEnd& end : ends) {
            PortRef& at = end.input ? edge.from : edge.to;
            if (at.node == endId(end.input, end.port))
                at = {{}, end.port};
        }
    }
    remember(*block, ends);
    if (gone.empty())
        return;
    dropWires(graph.nodes, graph.edges, id, gone);
    for (Block& each : graph.blocks)
        dropWires(each.nodes, each.edges, id, gone);
}

} // namespace netsmith
