#pragma once

#include "engine/graph/graph.h"

namespace netsmith::gui {

enum class LayoutDirection { leftToRight, topToBottom };

/// Places the nodes in layers along the wires, neighbours in an order that keeps crossings few; a long chain from left to right
/// wraps into rows of at most `columns`. Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system
/// structures", 1981.
void autoLayout(Graph& graph, LayoutDirection direction, int columns = 5);

} // namespace netsmith::gui
