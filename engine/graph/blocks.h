#pragma once

#include "engine/graph/project.h"
#include "engine/graph/validation.h"

namespace netsmith {

/// The layer whose nodes stand for a block; its parameter `block` names which.
inline constexpr std::string_view blockLayer = "block";
/// The block that a node names; empty for a node of another layer.
std::string blockOf(const Node& node);

/// Deeper than this no block may hold blocks, and more layers than this none may unfold to.
inline constexpr int deepestBlock = 16;
inline constexpr std::size_t mostUnfoldedNodes = 1 << 13;

bool hasBlocks(const Graph& graph);

/// The node that a person drew, of one that came out of it: "res_1" of "res_1/conv2d_1".
std::string drawnNode(const std::string& node);

/// A block's own end as the nodes beside it may name it: "in:input", "out:output". No node of a file has a colon in its id.
std::string endId(bool input, std::string_view port);

/// A graph whose blocks gave way to what is in them: the layer "conv2d_1" of the block that "res_1" stands for became
/// "res_1/conv2d_1". All else looks at this one, so that plans, shapes and checkpoints know nothing of blocks.
///
/// A parameter "conv2d_1.filters" of "res_1" goes to that layer, "trainable" to each that has weights; with `shares` each uses the
/// weights of its like in the other block.
struct Unfolded {
    Graph graph; ///< without blocks
    std::vector<Problem> problems; ///< blocks that are not there, hold themselves or grow too large, ports and layers they lack
    /// What made each output of a node that stood for a block, and what comes to the block's own inputs there: at the "output" of
    /// "res_1/in:input".
    std::map<std::pair<std::string, std::string>, PortRef> outputs;

    /// Writes the shapes of those outputs beside those that were found.
    void showOnBlocks(ShapeWalk& shapes) const;
};

Unfolded unfoldBlocks(const Graph& graph, const LayerRegistry& layers);

/// A project of the unfolded graph; an objective of a block judges what makes the block's first output.
Project unfolded(const Project& project, const LayerRegistry& layers);

} // namespace netsmith
