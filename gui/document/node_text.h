#pragma once

#include "engine/graph/graph.h"
#include "engine/graph/validation.h"
#include "gui/document/layer_book.h"
#include "gui/widgets/tokens.h"

#include <QString>

namespace netsmith::gui {

class Document;

/// The words for layers, nodes and problems, the same in every panel.

/// A layer's title, which of a block is its own.
QString layerTitle(const LayerSpec& layer);
/// What the person called the block; until it is named "Block 3", in the window's language.
QString titleOf(const Block& block);
/// Its short one, where there is one.
QString layerName(const LayerSpec& layer);
/// That of a node's layer; the layer's id where this version does not know it.
QString layerName(const LayerBook& layers, const Node& node);
/// What people call the node: its title, else its id.
QString nodeName(const Node& node);
/// What a picture of the network calls the node: its title, else its layer's short one.
QString titleOf(const LayerBook& layers, const Node& node);
/// "Conv2D conv2d_2": what it is, and what it is called.
QString nodeLabel(const LayerBook& layers, const Node& node);
/// "Filters", and of a layer in a block "conv2d_1 · Filters".
QString parameterName(const ParameterSpec& parameter);

/// How a layer is drawn wherever it stands; `layer` null: this version does not know it.
QString layerIcon(const LayerSpec* layer);
Token layerToken(const LayerSpec* layer);

/// The problem without the node's name before it, which stands beside.
QString problemSentence(const Graph& graph, const Problem& problem);
QString severityWord(Severity severity);
QString severityIcon(Severity severity);
Token severityToken(Severity severity);

/// What one click does that fixes it, as a verb: "Insert Flatten", "Set units to 10".
QString fixVerb(const LayerBook& layers, const Graph& graph, const Problem& problem);
/// Does it in the graph that is open, as one undo step of that name.
void applyFix(Document& document, const Problem& problem);

} // namespace netsmith::gui
