#pragma once

#include "engine/graph/graph.h"
#include "engine/graph/layer_spec.h"
#include "gui/document/layer_book.h"

#include <QPointF>

#include <optional>
#include <set>
#include <string>

namespace netsmith::gui {

/// From a node to the next one in its row.
inline constexpr double nodeStep = 170.0;

/// Where nodes come to lie that were let go, whatever brought them there: they are wired into `wire`, if there is one (then it is a
/// single node), and next to its source where they would cover another; else they lie at the first free place from where they are
/// downwards.
void settle(Graph& graph, const LayerBook& layers, const std::set<std::string>& nodes, const std::optional<Edge>& wire);

/// Adds a layer that is let go with its corner at a place, settles it and lets the frames there take it in. Gives its id.
std::string placeLayer(Graph& graph, const LayerBook& layers, const LayerSpec& layer, const std::optional<Edge>& wire,
                       QPointF corner);

} // namespace netsmith::gui
