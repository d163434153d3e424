#pragma once

#include "engine/graph/specs/layer_spec.h"
#include "engine/ops/emitter.h"

#include <functional>

namespace netsmith::layer {

/// Throws `merge.shapes` unless all inputs have the same shape: there is no broadcasting.
void requireOneShape(std::span<const Shape> inputs);

/// A layer that combines inputs of the same shape element by element; `emit` emits the result.
LayerSpec mergeLayer(std::string id, std::string title, std::string doc, std::string alsoKnownAs, std::vector<PortSpec> inputs,
                     std::function<TensorId(Emitter&, std::span<const TensorId>)> emit);

} // namespace netsmith::layer
