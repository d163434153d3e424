#pragma once

#include "engine/graph/graph.h"

#include <QPointF>

#include <string>

namespace netsmith::gui {

/// From a node to the next one in its row.
inline constexpr double nodeStep = 170.0;

/// After a node was put between the ends of a wire (`edge`, as it was): where it covers another, it takes the place behind the
/// wire's source and what lies behind in that row moves on.
void makeRoomFor(Graph& graph, const std::string& node, const Edge& edge);

/// The free place nearest below `position` for one more node.
QPointF freePlaceNear(const Graph& graph, QPointF position);

} // namespace netsmith::gui
