#pragma once

#include "gui/document/document.h"

#include <string>
#include <vector>

namespace netsmith::gui {

enum class Way { forwards, backwards, up, down };

/// The nodes as one reads the network: along the wires, then those that no order reaches.
std::vector<std::string> readingOrder(const Document& document);

/// The node that one comes to from `node`: along its first wire, or sideways to the next of those that the same node feeds or that
/// feed the same node. Empty where there is none.
std::string neighbour(const Graph& graph, const std::string& node, Way way);

} // namespace netsmith::gui
