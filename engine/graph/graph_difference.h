#pragma once

#include "engine/graph/graph.h"

#include <optional>

namespace netsmith {

/// A value that is not the same on both sides; nothing where a side does not say it.
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
    std::string layer; ///< as it is now, or as it was where it was removed
    std::vector<ValueChange> values; ///< of a changed one: its layer, its parameters, its title, whose weights it shares
    bool operator==(const NodeChange&) const = default;
};

struct WireChange {
    Change change = Change::added; ///< or removed; a wire has nothing that could change
    PortRef from; ///< nodes as in `NodeChange`
    PortRef to;
    bool operator==(const WireChange&) const = default;
};

/// What was done to a graph. Places, notes and groups do not count: no network differs by them.
struct GraphDifference {
    std::vector<NodeChange> nodes; ///< as the newer graph has them, then the removed ones as the older did
    std::vector<WireChange> wires;
    bool empty() const { return nodes.empty() && wires.empty(); }
    bool operator==(const GraphDifference&) const = default;
};

/// Compares by the nodes' ids, which never change.
GraphDifference differenceOf(const Graph& before, const Graph& after);

} // namespace netsmith
