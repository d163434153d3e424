#pragma once

#include "engine/graph/project/project.h"

namespace netsmith::gui {

/// The node whose output a loss is applied to; null if there is none or it is ambiguous.
const Node* judgedBy(const Objective& objective, const Graph& graph);

/// Keeps the losses attached after an edit: each is still applied to the same output, or to what was added after it, or remained
/// before it. So an unconnected layer doesn't detach the loss, and a layer added at the end goes before it. Names the output only
/// if there are several.
void keepLossEnds(const Project& before, Project& after);

} // namespace netsmith::gui
