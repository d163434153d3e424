#pragma once

#include "engine/graph/layer_spec.h"
#include "engine/ops/emitter.h"

#include <functional>

namespace netsmith::layer {

/// Throws `merge.shapes` unless all inputs have one shape: nothing is repeated along an axis to make it fit.
void requireOneShape(std::span<const Shape> inputs);

/// A layer that joins inputs of one shape element by element; `emit` makes the result of them.
LayerSpec mergeLayer(std::string id, std::string title, std::string doc, std::string alsoKnownAs, std::vector<PortSpec> inputs,
                     std::function<TensorId(Emitter&, std::span<const TensorId>)> emit);

} // namespace netsmith::layer
