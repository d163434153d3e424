#pragma once

#include "engine/graph/graph.h"
#include "engine/graph/specs/layer_spec.h"
#include "gui/document/layer_book.h"

#include <QPointF>

#include <optional>
#include <set>
#include <string>

namespace netsmith::gui {

/// From a node to the next one in its row.
inline constexpr double nodeStep = 170.0;

/// Places nodes after they were dropped or added: they are inserted into `wire`, if any (for a single node), next to its source if
/// they would cover another node; otherwise they move down to the first free position.
void settle(Graph& graph, const LayerBook& layers, const std::set<std::string>& nodes, const std::optional<Edge>& wire);

/// Adds a layer with its corner at a position, settles it and adds it to the frames there. Returns its id.
std::string placeLayer(Graph& graph, const LayerBook& layers, const LayerSpec& layer, const std::optional<Edge>& wire,
                       QPointF corner);

} // namespace netsmith::gui
