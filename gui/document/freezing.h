#pragma once

#include "gui/document/layer_book.h"

#include <QString>

#include <set>
#include <string>

namespace netsmith::gui {

class Document;

/// Freezing layers of the open graph, so that training does not change their weights; shared by all menus and keys.

enum class Freezing {
    freeze,
    unfreeze,
    freezeBefore, ///< everything that the nodes depend on
};

/// The nodes that this would change: those with weights that are not as wanted yet. A node that uses another's weights stands for
/// that one.
std::set<std::string> nodesToFreeze(const Document& document, Freezing what, const std::set<std::string>& nodes);
/// Why it would change nothing, as a sentence; empty if it would.
QString whyNoFreezing(const Document& document, Freezing what, const std::set<std::string>& nodes);
/// One undo step, unless nothing would change.
void applyFreezing(Document& document, Freezing what, const std::set<std::string>& nodes);

/// Whether all of a node's weights are frozen.
bool isFrozen(const Document& document, const Node& node);
/// Sets whether training changes the weights of nodes, of a block those of all of its layers.
void setTrainable(Graph& graph, const LayerBook& layers, const std::set<std::string>& nodes, bool trainable);

} // namespace netsmith::gui
