#pragma once

#include "engine/graph/graph.h"
#include "engine/graph/validation.h"
#include "gui/widgets/tokens.h"

#include <QString>

namespace netsmith::gui {

class Document;

/// The words for layers, nodes and problems, the same in every panel.

/// A layer's short title; its id where this version does not know it.
QString layerName(const std::string& layer);
/// What people call the node: its title, else its id.
QString nodeName(const Node& node);
/// What a picture of the network calls the node: its title, else its layer's short one.
QString titleOf(const Node& node);
/// "Conv2D conv2d_2": what it is, and what it is called.
QString nodeLabel(const Node& node);

/// The problem without the node's name before it, which stands beside.
QString problemSentence(const Graph& graph, const Problem& problem);
QString severityWord(Severity severity);
QString severityIcon(Severity severity);
Token severityToken(Severity severity);

/// What one click does that mends it, as a verb: "Insert Flatten", "Set units to 10".
QString mendVerb(const Graph& graph, const Problem& problem);
/// Does it, as one undo step of that name.
void applyMend(Document& document, const Problem& problem);

} // namespace netsmith::gui
