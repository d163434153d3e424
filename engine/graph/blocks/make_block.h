#pragma once

#include "engine/graph/blocks/block_inside.h"

#include <optional>
#include <set>

namespace netsmith {

/// Why nodes can't become a block: there are none; one is an input, or an end of the open block; a path leads out of them and back
/// in; they share weights with a node outside.
struct BlockRefusal {
    enum class Why { nothing, input, end, circle, sharing } why = Why::nothing;
    std::string node{}; ///< which of them; for a cycle, the node outside
};
std::optional<BlockRefusal> refusalToMakeBlock(const Graph& graph, const LayerRegistry& layers, const std::set<std::string>& nodes);

struct MadeBlock {
    std::string node; ///< the node that now stands for it
    std::string block;
    /// What each of its outputs was before: {node, port} → the new node's port. Objectives of these outputs follow.
    std::vector<std::pair<PortRef, std::string>> outputs;
};

/// Turns nodes that `refusalToMakeBlock` accepts into a new block; one node takes their place. Each output outside becomes one
/// input of the block, however many wires it has inside. If nothing was wired to their outputs, their open ends become the block's.
MadeBlock makeBlock(Graph& graph, const LayerRegistry& layers, const std::set<std::string>& nodes);

} // namespace netsmith
