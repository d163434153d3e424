#include "gui/document/placement.h"

#include "gui/document/annotations.h"
#include "gui/document/graph_edits.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace netsmith::gui {
namespace {

constexpr double leastGap = 16.0; // between two nodes of a row, so that a wire is visible
constexpr double stepDown = 70.0; // to the next position to try

bool covers(const Node& node, QPointF position, double gap = 0.0)
{
    return std::abs(node.x - position.x()) < nodeSize.x() + gap && std::abs(node.y - position.y()) < nodeSize.y();
}

/// If a node inserted into a wire (`edge`, as it was) covers another node, moves it next to the wire's source and shifts the rest
/// of that row to the right.
void makeRoomFor(Graph& graph, const std::string& id, const Edge& edge)
{
    Node* node = graph.find(id);
    const Node* source = graph.find(edge.from.node);
    const bool crowded = node && std::ranges::any_of(graph.nodes, [node](const Node& other) {
                             return &other != node && covers(other, {node->x, node->y}, leastGap);
                         });
    if (!crowded || !source)
        return;
    const QPointF place(source->x + nodeStep, source->y);
    double nearest = std::numeric_limits<double>::infinity(); // the next node in that row
    const auto follows = [&](const Node& other) {
        return &other != node && &other != source && std::abs(other.y - place.y()) < nodeSize.y() && other.x > source->x;
    };
    for (const Node& other : graph.nodes)
        if (follows(other))
            nearest = std::min(nearest, other.x);
    const double missing = place.x() + nodeStep - nearest;
    if (missing > 0.0) {
        const double by = std::ceil(missing / gridStep) * gridStep;
        for (Node& other : graph.nodes)
            if (follows(other))
                other.x += by;
    }
    node->x = place.x();
    node->y = place.y(); // in line with its row, which may be off the grid
}

} // namespace

void settle(Graph& graph, const LayerBook& layers, const std::set<std::string>& nodes, const std::optional<Edge>& wire)
{
    if (wire) {
        insertNodeOnEdge(graph, layers, *nodes.begin(), *wire);
        makeRoomFor(graph, *nodes.begin(), *wire);
        return;
    }
    const auto isCovered = [&](const Node& node) {
        return nodes.contains(node.id) && std::ranges::any_of(graph.nodes, [&](const Node& other) {
                   return !nodes.contains(other.id) && covers(other, {node.x, node.y});
               });
    };
    // After this many steps there is a free position, unless coordinates in the file are so large that a step changes nothing.
    const std::size_t most = 3 * graph.nodes.size() + 1;
    for (std::size_t i = 0; i < most && std::ranges::any_of(graph.nodes, isCovered); ++i)
        move(graph, nodes, {0.0, stepDown});
}

std::string placeLayer(Graph& graph, const LayerBook& layers, const LayerSpec& layer, const std::optional<Edge>& wire,
                       QPointF corner)
{
    const Graph before = graph.groups.empty() ? Graph() : graph;
    const std::string id = addNode(graph, layer, corner);
    Node& node = *graph.find(id);
    node.x = corner.x(); // aligned neighbours may be off the grid
    node.y = corner.y();
    settle(graph, layers, {id}, wire);
    settleInFrames(before, graph, {id}, {});
    return id;
}

} // namespace netsmith::gui
