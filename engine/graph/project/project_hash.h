#pragma once

#include "engine/graph/project/project.h"

namespace netsmith {

/// A graph as training sees it: its layers, their parameters and wires. Titles, positions, notes and groups are left out.
Graph trainedPart(const Graph& graph);

/// SHA-256 of that, so that two runs can be recognised as having the same network without reading their projects.
std::string graphHash(const Graph& graph);

/// SHA-256 of everything else that training sees, except the seed, the device, the data's location and the number of checkpoints
/// kept: runs with this and the graph's hash equal are repetitions with other random numbers.
std::string settingsHash(const Project& project);

} // namespace netsmith
