#pragma once

#include "engine/graph/graph.h"
#include "engine/graph/layer_spec.h"

#include <QRectF>

class QPainter;

namespace netsmith::gui {

/// Paints a network's shape as large as it fits into a rectangle: a block for each layer in its category's colour, lines for wires.
void paintNetwork(QPainter& painter, const QRectF& rectangle, const Graph& graph, const LayerRegistry& layers);

} // namespace netsmith::gui
