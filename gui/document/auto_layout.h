#pragma once

#include "engine/graph/graph.h"

namespace netsmith::gui {

enum class LayoutDirection { leftToRight, topToBottom };

/// Places the nodes in layers along the wires, neighbours in an order that keeps crossings few; a long chain from left to right
/// wraps into rows of at most `columns`. Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system
/// structures", 1981.
void autoLayout(Graph& graph, LayoutDirection direction, int columns = 5);

/// Places the nodes of a graph, and of its blocks, that lie at one place all of them, as those of a file written by hand do: from
/// left to right. Others stay where they are.
void placeUnplaced(Graph& graph);

} // namespace netsmith::gui
