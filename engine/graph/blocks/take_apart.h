#pragma once

#include "engine/graph/blocks/block_inside.h"

#include <map>
#include <optional>
#include <set>

namespace netsmith {

/// Why a node can't be taken apart: it stands for no existing block; another block node uses its weights; it uses another's and
/// contains blocks, whose layers could not name theirs.
struct ApartRefusal {
    enum class Why { noBlock, lends, borrows } why = Why::noBlock;
    std::string node{}; ///< for `lends`, the one that uses them
};
std::optional<ApartRefusal> refusalToTakeApart(const Graph& graph, const std::string& node);

struct TakenApart {
    std::set<std::string> nodes; ///< what replaces it
    std::map<std::string, std::string> ids; ///< each one's id within the block → its new id
    /// The source of each of its outputs: port → {node, port}. Its objectives follow.
    std::vector<std::pair<std::string, PortRef>> outputs;
};

/// Replaces a node that `refusalToTakeApart` accepts by the content of its block, with all the settings made there. Other uses of
/// the block stay. Nodes after it in its row make room.
TakenApart takeApart(Graph& graph, const LayerRegistry& layers, const std::string& node);

} // namespace netsmith
