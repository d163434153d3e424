#pragma once

#include "engine/graph/specs/onnx_call.h"
#include "engine/ops/window_axis.h"

#include <span>

namespace netsmith::layer {

/// The attributes kernel_shape, strides and pads of ONNX's convolutions and poolings.
OnnxCall::Attributes onnxWindow(std::span<const WindowAxis> axes);

} // namespace netsmith::layer
