#pragma once

#include "engine/graph/project.h"

namespace netsmith {

/// A graph as training sees it: which layers, with which parameters, wired how. Titles, places, notes and groups are left out.
Graph trainedPart(const Graph& graph);

/// SHA-256 of that, so that two runs are known to be of the same network without reading their projects.
std::string graphHash(const Graph& graph);

/// SHA-256 of all else that training sees, but for the seed, the device, where the data lies and how many checkpoints are kept:
/// runs in which it and the graph's are equal repeat each other with other random numbers.
std::string settingsHash(const Project& project);

} // namespace netsmith
