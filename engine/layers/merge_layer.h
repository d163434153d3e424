#pragma once

#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/layer_spec.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/ops/emitter.h"

#include <functional>

namespace netsmith::layer {

/// The shape of inputs that are equal in each axis, or have one number there, which then counts for the whole axis. Throws
/// `merge.shapes`.
Shape commonShape(std::span<const Shape> inputs);
/// The inputs of a layer in that shape.
std::vector<TensorId> emitCommonShape(Emitter& emitter, std::span<const TensorId> inputs);

/// What it is in scripts: Keras's class, and how PyTorch joins two, "{0} + {1}"; more are joined one after the other.
std::shared_ptr<const LayerExports> mergeExports(std::string kerasClass, std::string joined);

/// A layer that combines inputs of a common shape element by element; `emit` emits the result, which `op` of ONNX computes from two
/// inputs or, if it takes `many`, from all.
LayerSpec mergeLayer(std::string id, std::string title, std::string doc, std::string alsoKnownAs, std::vector<PortSpec> inputs,
                     std::function<TensorId(Emitter&, std::span<const TensorId>)> emit, std::string op, bool many,
                     const std::shared_ptr<const LayerExports>& scripts);

} // namespace netsmith::layer
