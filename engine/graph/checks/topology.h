#pragma once

#include <vector>

namespace netsmith {

/// The nodes 0 … n−1 of a directed graph, sorted.
struct Topology {
    std::vector<int> order; ///< every arrow between these goes forward; nodes on cycles are absent; low numbers come early
    std::vector<std::vector<int>> cycles; ///< one shortest cycle of each knot, from its lowest node on
};

/// Sorts by Kahn 1962 after the knots (strongly connected components) are found by Tarjan 1972. `successors[i]` lists where i's
/// arrows lead. Linear but for the order's heap, and never recursive.
Topology sortTopologically(const std::vector<std::vector<int>>& successors);

} // namespace netsmith
