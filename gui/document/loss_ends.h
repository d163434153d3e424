#pragma once

#include "engine/graph/project.h"

namespace netsmith::gui {

/// The node whose output a loss judges; null where none or several could be meant.
const Node* judgedBy(const Objective& objective, const Graph& graph);

/// A loss is a fixed end of the network: after an edit it still judges the output that it judged, or what was put after it or stood
/// before it. So a loose layer does not unhook it, and a layer added at the end stands before it. Names the output only where it is
/// not the only one.
void keepLossEnds(const Project& before, Project& after);

} // namespace netsmith::gui
