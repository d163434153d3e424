#pragma once

#include <QString>

#include <set>
#include <string>

namespace netsmith {
struct LayerSpec;
}

namespace netsmith::gui {

class Document;

/// Edits of blocks in the open graph, each one undo step, shared by all menus and keys. The `whyNo…` functions return why an edit
/// isn't possible, as a sentence; empty if it is.

QString whyNoBlock(const Document& document, const std::set<std::string>& nodes);
/// Turns nodes into a block, titled "Block 3" until the user names it; returns the node that uses it.
std::string makeBlock(Document& document, const std::set<std::string>& nodes);

QString whyNotApart(const Document& document, const std::string& node);
/// Replaces the node by the contents of its block; returns the new nodes.
std::set<std::string> takeApart(Document& document, const std::string& node);

/// Opens the block of a node. Returns false if it isn't a block node.
bool openBlock(Document& document, const std::string& node);
/// Returns to the graph around the open block and selects the node through which it was opened.
void leaveBlock(Document& document);

/// Why a layer or a block can't be added to the open graph: the block would contain itself.
QString whyNotHere(const Document& document, const LayerSpec& layer);

void renameBlock(Document& document, const std::string& block, const QString& title);
/// Does nothing if the block is in use.
void deleteBlock(Document& document, const std::string& block);

/// The block that a node uses; empty for other nodes.
std::string blockOfNode(const Document& document, const std::string& node);
/// The first place at which a block can be opened, preferably in the open graph; empty if it isn't used.
QString placeOfBlock(const Document& document, const std::string& block);
/// The block's title.
QString blockTitle(const Document& document, const std::string& block);

} // namespace netsmith::gui
