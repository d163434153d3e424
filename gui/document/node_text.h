#pragma once

#include "engine/graph/graph.h"
#include "engine/graph/validation.h"
#include "gui/document/layer_book.h"
#include "gui/widgets/tokens.h"

#include <QString>

namespace netsmith::gui {

class Document;

/// The names of layers, nodes and problems, the same in every panel.

/// The title of a layer or a block.
QString layerTitle(const LayerSpec& layer);
/// The title that the user gave the block; "Block 3" in the window's language if there is none.
QString titleOf(const Block& block);
/// The layer's short title, if it has one.
QString layerName(const LayerSpec& layer);
/// The same for a node's layer; the layer's id if this version doesn't know it.
QString layerName(const LayerBook& layers, const Node& node);
/// The node's name: its title, else its id.
QString nodeName(const Node& node);
/// The node's name in drawings of the network: its title, else its layer's short title.
QString titleOf(const LayerBook& layers, const Node& node);
/// "Conv2D conv2d_2": layer and name.
QString nodeLabel(const LayerBook& layers, const Node& node);
/// "Filters"; of a layer inside a block "conv2d_1 · Filters".
QString parameterName(const ParameterSpec& parameter);

/// The icon and colour of a layer everywhere; `layer` null: this version doesn't know it.
QString layerIcon(const LayerSpec* layer);
Token layerToken(const LayerSpec* layer);

/// The problem's message without the node's name, which is shown next to it.
QString problemSentence(const Graph& graph, const Problem& problem);
QString severityWord(Severity severity);
QString severityIcon(Severity severity);
Token severityToken(Severity severity);

/// The text of a fix: "Insert Flatten", "Set units to 10".
QString fixVerb(const LayerBook& layers, const Graph& graph, const Problem& problem);
/// Applies it to the open graph, as one undo step of that name.
void applyFix(Document& document, const Problem& problem);

} // namespace netsmith::gui
