#include "engine/graph/auto_layout.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace netsmith {
namespace {

constexpr double gridStep = 10.0; // the canvas's
constexpr double alongStep = 170.0; // from layer to layer, left to right
constexpr double acrossStep = 90.0;
constexpr double alongStepDown = 100.0; // top to bottom
constexpr double acrossStepDown = 160.0;
constexpr double rowGap = 60.0; // larger than within a row, for the wire that leads back

struct Layering {
    std::vector<std::vector<int>> layers; ///< node numbers; each layer in order
    std::vector<std::vector<int>> before; ///< predecessors of each node
    std::vector<std::vector<int>> after;
};

/// Assigns each node to the layer of its longest path from the inputs; wires that close a cycle are ignored.
Layering layeringOf(const Graph& graph)
{
    const int count = static_cast<int>(graph.nodes.size());
    std::map<std::string, int> number;
    for (int i = 0; i < count; ++i)
        number.emplace(graph.nodes[static_cast<std::size_t>(i)].id, i);
    Layering out;
    out.before.resize(graph.nodes.size());
    out.after.resize(graph.nodes.size());
    for (const Edge& edge : graph.edges) {
        const auto from = number.find(edge.from.node);
        const auto to = number.find(edge.to.node);
        if (from == number.end() || to == number.end() || from == to)
            continue;
        out.after[static_cast<std::size_t>(from->second)].push_back(to->second);
        out.before[static_cast<std::size_t>(to->second)].push_back(from->second);
    }
    std::vector<int> waiting(graph.nodes.size());
    std::vector<int> level(graph.nodes.size(), 0);
    std::vector<int> ready;
    for (int i = 0; i < count; ++i) {
        waiting[static_cast<std::size_t>(i)] = static_cast<int>(out.before[static_cast<std::size_t>(i)].size());
        if (waiting[static_cast<std::size_t>(i)] == 0)
            ready.push_back(i);
    }
    for (std::size_t next = 0; next < ready.size(); ++next)
        for (const int to : out.after[static_cast<std::size_t>(ready[next])]) {
            level[static_cast<std::size_t>(to)] =
                std::max(level[static_cast<std::size_t>(to)], level[static_cast<std::size_t>(ready[next])] + 1);
            if (--waiting[static_cast<std::size_t>(to)] == 0)
                ready.push_back(to);
        }
    const int last = level.empty() ? 0 : *std::ranges::max_element(level);
    out.layers.resize(static_cast<std::size_t>(last) + 1);
    for (int i = 0; i < count; ++i)
        out.layers[static_cast<std::size_t>(level[static_cast<std::size_t>(i)])].push_back(i);
    return out;
}

/// Orders each layer by the mean position of its neighbours, forwards and backwards, a few times.
void uncross(Layering& layering)
{
    std::vector<double> place(layering.before.size(), 0.0);
    const auto number = [&](const std::vector<int>& layer) {
        for (std::size_t i = 0; i < layer.size(); ++i)
            place[static_cast<std::size_t>(layer[i])] = static_cast<double>(i) - (static_cast<double>(layer.size()) - 1.0) / 2.0;
    };
    for (const std::vector<int>& layer : layering.layers)
        number(layer);
    const auto sweep = [&](std::vector<int>& layer, const std::vector<std::vector<int>>& neighbours) {
        std::map<int, double> wanted;
        for (const int node : layer) {
            const std::vector<int>& near = neighbours[static_cast<std::size_t>(node)];
            const double sum = std::accumulate(near.begin(), near.end(), 0.0, [&](double total, int other) {
                return total + place[static_cast<std::size_t>(other)];
            });
            wanted[node] = near.empty() ? place[static_cast<std::size_t>(node)] : sum / static_cast<double>(near.size());
        }
        std::ranges::stable_sort(layer, [&](int one, int other) { return wanted[one] < wanted[other]; });
        number(layer);
    };
    for (int round = 0; round < 4; ++round) {
        for (std::vector<int>& layer : layering.layers)
            sweep(layer, layering.before);
        for (auto layer = layering.layers.rbegin(); layer != layering.layers.rend(); ++layer)
            sweep(*layer, layering.after);
    }
}

} // namespace

void autoLayout(Graph& graph, LayoutDirection direction, int columns)
{
    if (graph.nodes.empty())
        return;
    Layering layering = layeringOf(graph);
    uncross(layering);
    const auto place = [&graph](int node, double x, double y) {
        graph.nodes[static_cast<std::size_t>(node)].x = std::round(x / gridStep) * gridStep;
        graph.nodes[static_cast<std::size_t>(node)].y = std::round(y / gridStep) * gridStep;
    };
    const auto middle = [](const std::vector<int>& layer) { return (static_cast<double>(layer.size()) - 1.0) / 2.0; };
    if (direction == LayoutDirection::topToBottom) {
        for (std::size_t level = 0; level < layering.layers.size(); ++level)
            for (std::size_t i = 0; i < layering.layers[level].size(); ++i)
                place(layering.layers[level][i], (static_cast<double>(i) - middle(layering.layers[level])) * acrossStepDown,
                      static_cast<double>(level) * alongStepDown);
        return;
    }
    double top = 0.0;
    for (std::size_t first = 0; first < layering.layers.size(); first += static_cast<std::size_t>(columns)) {
        const std::size_t end = std::min(layering.layers.size(), first + static_cast<std::size_t>(columns));
        std::size_t tallest = 1;
        for (std::size_t level = first; level < end; ++level)
            tallest = std::max(tallest, layering.layers[level].size());
        const double centre = top + (static_cast<double>(tallest) - 1.0) / 2.0 * acrossStep;
        for (std::size_t level = first; level < end; ++level)
            for (std::size_t i = 0; i < layering.layers[level].size(); ++i)
                place(layering.layers[level][i], static_cast<double>(level - first) * alongStep,
                      centre + (static_cast<double>(i) - middle(layering.layers[level])) * acrossStep);
        top += static_cast<double>(tallest) * acrossStep + rowGap;
    }
}

void placeUnplaced(Graph& graph)
{
    const auto unplaced = [](const std::vector<Node>& nodes) {
        return nodes.size() > 1
            && std::ranges::all_of(nodes, [&](const Node& node) { return node.x == nodes[0].x && node.y == nodes[0].y; });
    };
    if (unplaced(graph.nodes))
        autoLayout(graph, LayoutDirection::leftToRight);
    for (Block& block : graph.blocks) {
        if (!unplaced(block.nodes))
            continue;
        Graph inside;
        inside.nodes = std::move(block.nodes);
        inside.edges = block.edges;
        autoLayout(inside, LayoutDirection::leftToRight);
        block.nodes = std::move(inside.nodes);
    }
}

} // namespace netsmith
