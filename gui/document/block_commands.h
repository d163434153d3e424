#pragma once

#include <QString>

#include <set>
#include <string>

namespace netsmith {
struct LayerSpec;
}

namespace netsmith::gui {

class Document;

/// What is done with blocks in the graph that is open, each one undo step, the same from every menu and key. What can't be done has
/// a reason, a sentence for the person; empty: it can.

QString whyNoBlock(const Document& document, const std::set<std::string>& nodes);
/// The nodes become a block, which is called "Block 3" until it is named; gives the node that stands for it.
std::string makeBlock(Document& document, const std::set<std::string>& nodes);

QString whyNotApart(const Document& document, const std::string& node);
/// The node becomes what its block holds; gives the new nodes.
std::set<std::string> takeApart(Document& document, const std::string& node);

/// Opens the block that a node stands for. Whether it stands for one.
bool openBlock(Document& document, const std::string& node);
/// Back to the graph around the block that is open, to the node that it was opened through.
void leaveBlock(Document& document);

/// Why a layer or a block can't stand in the graph that is open: the block would contain itself.
QString whyNotHere(const Document& document, const LayerSpec& layer);

void renameBlock(Document& document, const std::string& block, const QString& title);
/// Nobody may use it.
void deleteBlock(Document& document, const std::string& block);

/// The block that a node stands for; empty for other nodes.
std::string blockOfNode(const Document& document, const std::string& node);
/// Where a block can be opened: the first place where it stands, what is open before the rest; nothing where it stands nowhere.
QString placeOfBlock(const Document& document, const std::string& block);
/// What a block is called.
QString blockTitle(const Document& document, const std::string& block);

} // namespace netsmith::gui
