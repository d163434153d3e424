#pragma once

#include "engine/graph/block_inside.h"

#include <map>
#include <optional>
#include <set>

namespace netsmith {

/// Why a node can't be taken apart: it stands for no block that is there; another block node uses its weights; it uses another's
/// and holds blocks, whose layers could not name theirs.
struct ApartRefusal {
    enum class Why { noBlock, lends, borrows } why = Why::noBlock;
    std::string node{}; ///< of `lends` the one that uses them
};
std::optional<ApartRefusal> refusalToTakeApart(const Graph& graph, const std::string& node);

struct TakenApart {
    std::set<std::string> nodes; ///< what stands there instead
    std::map<std::string, std::string> ids; ///< what each was called within the block → what it is called now
    /// What made each of its outputs: port → {node, port}. Objectives that judged it follow.
    std::vector<std::pair<std::string, PortRef>> outputs;
};

/// A node that `refusalToTakeApart` does not mind becomes what its block holds, with all that was set of it there. The block stays
/// where else it stands. Nodes behind it in its row make room.
TakenApart takeApart(Graph& graph, const LayerRegistry& layers, const std::string& node);

} // namespace netsmith
