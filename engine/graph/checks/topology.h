#pragma once

#include <vector>

namespace netsmith {

/// The nodes 0 … n−1 of a directed graph, sorted.
struct Topology {
    std::vector<int> order; ///< every edge between these goes forward; nodes on cycles are absent; low numbers come early
    std::vector<std::vector<int>> cycles; ///< one shortest cycle of each strongly connected component, starting at its lowest node
};

/// Sorts by Kahn 1962 after finding the strongly connected components by Tarjan 1972. `successors[i]` lists the targets of i's
/// edges. Linear except for the order's heap, and never recursive.
Topology sortTopologically(const std::vector<std::vector<int>>& successors);

} // namespace netsmith
