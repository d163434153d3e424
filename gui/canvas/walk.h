#pragma once

#include "gui/document/document.h"

#include <string>
#include <vector>

namespace netsmith::gui {

enum class Way { forwards, backwards, up, down };

/// The nodes in reading order: along the wires, then those that are not in the topological order.
std::vector<std::string> readingOrder(const Document& document);

/// The neighbour of `node`: along its first wire, or sideways to the next node with the same source or the same target. Empty if
/// there is none.
std::string neighbour(const Graph& graph, const std::string& node, Way way);

} // namespace netsmith::gui
