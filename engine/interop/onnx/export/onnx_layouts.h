#pragma once

#include "engine/interop/onnx/onnx_file.h"

#include <map>
#include <string>

namespace netsmith::interop {

/// Moves the Transpose nodes of a graph past nodes that compute each element by itself, or join or split along one axis, until they
/// meet their opposite or a node that needs its layout: a chain of layers with channels first keeps one at each end. `ranks`: how
/// many axes values have, where it is known; others are not transposed beside a transposed one.
void moveTransposes(OnnxGraph& graph, const std::map<std::string, int>& ranks);

/// Removes nodes, initializers and Identity nodes that nothing needs. The inputs and outputs of the graph stay.
void removeUnused(OnnxGraph& graph);

} // namespace netsmith::interop
