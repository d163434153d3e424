#pragma once

#include "engine/interop/onnx/onnx_file.h"

#include <vector>

namespace netsmith::interop {

/// A graph's nodes with what exporters write for functions that older versions
/// of ONNX lack as the operators of newer ones: Gelu of Erf or of Tanh,
/// LayerNormalization of means. Only where the numbers in between have no other
/// reader and the result is the same. Each node comes after those whose outputs
/// it uses. A pure function.
std::vector<OnnxNode> withFunctions(const OnnxGraph& graph);

} // namespace netsmith::interop
