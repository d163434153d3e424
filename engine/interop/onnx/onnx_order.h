#pragma once

#include "engine/interop/onnx/onnx_file.h"

#include <string>

namespace netsmith::interop {

/// Puts the nodes of a graph, and those of its subgraphs, in an order in which each follows the nodes whose outputs it uses; nodes
/// in such an order stay as they are. Throws, with the name of the file, if a value is computed twice, by a cycle, or not at all.
void orderNodes(OnnxGraph& graph, const std::string& file);

} // namespace netsmith::interop
