#pragma once

#include <QPolygonF>
#include <QSizeF>

namespace netsmith::gui {

class NodeMap;

/// The way of a wire from an output (on a node's right edge) to an input (on a left edge): horizontal and vertical pieces that keep
/// off the nodes where there is room. Depends on the places of the nodes alone, never on how they came there.
QPolygonF routeWire(QPointF from, QPointF to, const NodeMap& nodes);

/// The middle of the lower edge of a caption of this size: at the longest level piece if that is long enough, else beside a rise,
/// else above or below the nodes that the wire joins; where no node hides it.
QPointF captionPlace(const QPolygonF& route, QSizeF size, const NodeMap& nodes);

/// How far a point is from a wire.
double distanceTo(const QPolygonF& route, QPointF point);

} // namespace netsmith::gui
