#pragma once

#include <QPolygonF>
#include <QSizeF>

namespace netsmith::gui {

class NodeMap;

/// The route of a wire from an output (on a node's right edge) to an input (on a left edge): horizontal and vertical segments that
/// avoid the nodes if there is room. Depends only on the nodes' positions, not on earlier routes.
QPolygonF routeWire(QPointF from, QPointF to, const NodeMap& nodes);

/// The bottom centre of a caption of this size: at the longest horizontal segment if that is long enough, else beside a vertical
/// one, else above or below the nodes that the wire connects; preferably not hidden by a node.
QPointF captionPlace(const QPolygonF& route, QSizeF size, const NodeMap& nodes);

/// The distance of a point from a wire.
double distanceTo(const QPolygonF& route, QPointF point);

} // namespace netsmith::gui
