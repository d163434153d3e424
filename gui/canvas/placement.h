#pragma once

#include "engine/graph/graph.h"
#include "engine/graph/layer_spec.h"

#include <QPointF>

#include <optional>
#include <string>

namespace netsmith::gui {

/// From a node to the next one in its row.
inline constexpr double nodeStep = 170.0;

/// After a node was put between the ends of a wire (`edge`, as it was): where it covers another, it takes the place behind the
/// wire's source and what lies behind in that row moves on.
void makeRoomFor(Graph& graph, const std::string& node, const Edge& edge);

/// Adds a layer that is let go with its corner at a place: into the wire, if there is one, and where it covers nothing. Gives its
/// id.
std::string placeLayer(Graph& graph, const LayerSpec& layer, const std::optional<Edge>& wire, QPointF corner);

/// The free place nearest below `position` for one more node.
QPointF freePlaceNear(const Graph& graph, QPointF position);

} // namespace netsmith::gui
