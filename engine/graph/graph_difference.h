#pragma once

#include "engine/graph/graph.h"

#include <optional>

namespace netsmith {

/// A value that differs between both sides; nothing if a side does not have it.
struct ValueChange {
    std::string name;
    std::optional<std::string> before;
    std::optional<std::string> after;
    bool operator==(const ValueChange&) const = default;
};

enum class Change { added, removed, changed };

struct NodeChange {
    Change change = Change::changed;
    std::string node; ///< its id; "block/id" for one within a block
    std::string layer; ///< as it is now, or as it was if it was removed
    std::vector<ValueChange> values; ///< of a changed one: its layer, its parameters, its title, whose weights it shares
    bool operator==(const NodeChange&) const = default;
};

struct WireChange {
    Change change = Change::added; ///< or removed; a wire can't be changed
    PortRef from; ///< nodes as in `NodeChange`
    PortRef to;
    bool operator==(const WireChange&) const = default;
};

/// The changes to a graph. Positions, notes and groups are ignored: they don't change the network.
struct GraphDifference {
    std::vector<NodeChange> nodes; ///< in the order of the newer graph, then the removed ones in that of the older
    std::vector<WireChange> wires;
    bool empty() const { return nodes.empty() && wires.empty(); }
    bool operator==(const GraphDifference&) const = default;
};

/// Compares by the nodes' ids, which never change.
GraphDifference differenceOf(const Graph& before, const Graph& after);

} // namespace netsmith
