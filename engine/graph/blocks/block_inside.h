#pragma once

#include "engine/graph/blocks/blocks.h"

namespace netsmith {

/// Opening a block: its inside as a graph like any other, with a node for each of the block's own ends, so that everything that
/// edits graphs can edit blocks too.

/// The layers of those nodes, which no file holds: what comes into the block leaves an input's port "output", and what leads to an
/// output's port "input" leaves the block.
inline constexpr std::string_view blockInputLayer = "block_input";
inline constexpr std::string_view blockOutputLayer = "block_output";
bool isBlockEnd(const Node& node);

/// One of a block's own ends. It exists through the wires to it; an edited block also remembers its position, its title, and ends
/// without wires (in the file under the block's "ports").
struct BlockEnd {
    std::string port;
    bool input = true;
    std::string title{};
    double x = 0.0;
    double y = 0.0;
    bool operator==(const BlockEnd&) const = default;
};

/// In their order: that of the list in the file, then of the wires. Those without a position are placed before and after the
/// block's nodes.
std::vector<BlockEnd> endsOf(const Block& block);

const Block* findBlock(const Graph& graph, std::string_view id);
Block* findBlock(Graph& graph, std::string_view id);
/// Whether `block` is `other` or contains it at any depth.
bool holdsBlock(const Graph& graph, std::string_view block, std::string_view other);
/// The number of nodes that stand for a block, in the graph and in other blocks.
std::size_t usesOf(const Graph& graph, std::string_view block);
/// "block_3": an id that no block has.
std::string freshBlockId(const Graph& graph, std::string_view stem = blockLayer);

/// The block at a path of the ids of nested block nodes: "res_1/inner". Null if there is none, or if one would contain itself.
const Block* blockAt(const Graph& graph, std::string_view place);

/// The inside of a block; all blocks are in it too, as they are in the graph.
Graph insideOf(const Graph& graph, std::string_view block);
/// Puts an edited inside back. Wires to a removed end are removed wherever the block is used.
void putBack(Graph& graph, std::string_view block, Graph inside);

} // namespace netsmith
