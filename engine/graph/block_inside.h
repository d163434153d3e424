#pragma once

#include "engine/graph/blocks.h"

namespace netsmith {

/// How a block is opened: its inside as a graph like any other, with a node for each of the block's own ends, so that whatever
/// edits a graph edits a block too.

/// The layers of those nodes, which no file holds: what comes into the block leaves an input's port "output", and what leads to an
/// output's port "input" leaves the block.
inline constexpr std::string_view blockInputLayer = "block_input";
inline constexpr std::string_view blockOutputLayer = "block_output";
bool isBlockEnd(const Node& node);

/// One of a block's own ends. It is there by the wires to it; a block that was edited also remembers where it stands, its title,
/// and those that have no wire at the moment (in the file under the block's "ports").
struct BlockEnd {
    std::string port;
    bool input = true;
    std::string title{};
    double x = 0.0;
    double y = 0.0;
    bool operator==(const BlockEnd&) const = default;
};

/// In their order: that of the list in the file, then of the wires. Those without a place stand before and behind the block's
/// nodes.
std::vector<BlockEnd> endsOf(const Block& block);

const Block* findBlock(const Graph& graph, std::string_view id);
Block* findBlock(Graph& graph, std::string_view id);
/// Whether `block` is `other` or holds it, however deep.
bool holdsBlock(const Graph& graph, std::string_view block, std::string_view other);
/// How many nodes stand for a block, in the graph and in other blocks.
std::size_t usesOf(const Graph& graph, std::string_view block);
/// "block_3": an id that no block has.
std::string freshBlockId(const Graph& graph, std::string_view stem = blockLayer);

/// The block that is open at a place, the ids of the nodes that stand for blocks in each other: "res_1/inner". Null where there is
/// none, or where one would hold itself.
const Block* blockAt(const Graph& graph, std::string_view place);

/// The inside of a block; all blocks are in it too, as they are in the graph.
Graph insideOf(const Graph& graph, std::string_view block);
/// Puts an edited inside back. Wires to an end that was taken away go from wherever the block stands.
void putBack(Graph& graph, std::string_view block, Graph inside);

} // namespace netsmith
