#include "gui/canvas/placement.h"

#include "gui/document/graph_edits.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace netsmith::gui {
namespace {

constexpr double leastGap = 16.0; // between two nodes of a row, so that a wire can be seen

bool covers(const Node& node, QPointF position, double gap)
{
    return std::abs(node.x - position.x()) < nodeSize.x() + gap && std::abs(node.y - position.y()) < nodeSize.y();
}

} // namespace

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
    double nearest = std::numeric_limits<double>::infinity(); // what comes next in that row
    const auto isBehind = [&](const Node& other) {
        return &other != node && &other != source && std::abs(other.y - place.y()) < nodeSize.y() && other.x > source->x;
    };
    for (const Node& other : graph.nodes)
        if (isBehind(other))
            nearest = std::min(nearest, other.x);
    const double missing = place.x() + nodeStep - nearest;
    if (missing > 0.0) {
        const double by = std::ceil(missing / gridStep) * gridStep;
        for (Node& other : graph.nodes)
            if (isBehind(other))
                other.x += by;
    }
    node->x = snapped(place).x();
    node->y = snapped(place).y();
}

std::string placeLayer(Graph& graph, const LayerSpec& layer, const std::optional<Edge>& wire, QPointF corner)
{
    if (!wire)
        return addNode(graph, layer, freePlaceNear(graph, corner));
    const std::string id = insertOnEdge(graph, layer, *wire, corner);
    makeRoomFor(graph, id, *wire);
    return id;
}

QPointF freePlaceNear(const Graph& graph, QPointF position)
{
    constexpr double step = 70.0;
    QPointF place = snapped(position);
    while (std::ranges::any_of(graph.nodes, [&place](const Node& node) { return covers(node, place, 0.0); }))
        place.ry() += step;
    return place;
}

} // namespace netsmith::gui
