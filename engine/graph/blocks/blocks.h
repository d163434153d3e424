#pragma once

#include "engine/graph/project/project.h"
#include "engine/graph/validation.h"

namespace netsmith {

/// The layer whose nodes stand for a block; its parameter `block` names which.
inline constexpr std::string_view blockLayer = "block";
/// The block that a node names; empty for a node of another layer.
std::string blockOf(const Node& node);

/// The maximum nesting depth of blocks, and the maximum number of layers after expansion.
inline constexpr int deepestBlock = 16;
inline constexpr std::size_t mostUnfoldedNodes = 1 << 13;

bool hasBlocks(const Graph& graph);

/// The node in the user's drawing that an expanded node came from: "res_1" of "res_1/conv2d_1".
std::string drawnNode(const std::string& node);

/// A block's own end as the block's nodes may name it: "in:input", "out:output". No node of a file has a colon in its id.
std::string endId(bool input, std::string_view port);

/// A graph with its blocks expanded: the layer "conv2d_1" of the block that "res_1" stands for became
/// "res_1/conv2d_1". Everything else uses this graph, so that plans, shapes and checkpoints know nothing about blocks.
///
/// A parameter "conv2d_1.filters" of "res_1" goes to that layer, "trainable" to each that has weights; with `shares` each uses the
/// weights of its counterpart in the other block.
struct Unfolded {
    Graph graph; ///< without blocks
    std::vector<Problem> problems; ///< missing blocks, blocks that contain themselves or grow too large, missing ports and layers
    /// The source of each output of a node that stood for a block, and of the block's own inputs: at the "output" of
    /// "res_1/in:input".
    std::map<std::pair<std::string, std::string>, PortRef> outputs;

    /// Adds the shapes of those outputs to those that were found.
    void showOnBlocks(ShapeWalk& shapes) const;
};

Unfolded unfoldBlocks(const Graph& graph, const LayerRegistry& layers);

/// A project with the expanded graph; an objective of a block applies to the layer that makes the block's first output.
Project unfolded(const Project& project, const LayerRegistry& layers);

} // namespace netsmith
