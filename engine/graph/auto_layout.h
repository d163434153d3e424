#pragma once

#include "engine/graph/graph.h"

namespace netsmith {

enum class LayoutDirection { leftToRight, topToBottom };

/// Places the nodes in layers along the wires and orders each layer for few crossings; a long chain from left to right wraps into
/// rows of at most `columns`. Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system structures",
/// 1981.
void autoLayout(Graph& graph, LayoutDirection direction, int columns = 5);

/// Lays out a graph, and its blocks, from left to right if all of its nodes have the same position, as in a file written by hand.
/// Other graphs keep their layout.
void placeUnplaced(Graph& graph);

} // namespace netsmith
