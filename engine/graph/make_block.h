#pragma once

#include "engine/graph/block_inside.h"

#include <optional>
#include <set>

namespace netsmith {

/// Why nodes can't become a block: there are none; one brings the data in, or is an end of the block that is open; a way leads out
/// of them and back in; they share weights with a node outside.
struct BlockRefusal {
    enum class Why { nothing, input, end, circle, sharing } why = Why::nothing;
    std::string node{}; ///< which of them; of a circle the node outside
};
std::optional<BlockRefusal> refusalToMakeBlock(const Graph& graph, const LayerRegistry& layers, const std::set<std::string>& nodes);

struct MadeBlock {
    std::string node; ///< the one that stands for it now
    std::string block;
    /// What each of its outputs was before: {node, port} → the new node's port. Objectives that judged it follow.
    std::vector<std::pair<PortRef, std::string>> outputs;
};

/// Nodes that `refusalToMakeBlock` does not mind become a new block; one node takes their place. What comes from one output outside
/// is one input of the block, however many wires it has in there. Where nothing led on from them, their open ends are the block's.
MadeBlock makeBlock(Graph& graph, const LayerRegistry& layers, const std::set<std::string>& nodes);

} // namespace netsmith
