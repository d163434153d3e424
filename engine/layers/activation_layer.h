#pragma once

#include "engine/graph/layer_spec.h"
#include "engine/ops/emitter.h"

#include <string>
#include <string_view>
#include <vector>

namespace netsmith::layer {

/// Ids and titles of the activations a layer can end in: none, relu, sigmoid, softmax, tanh.
std::vector<Choice> activationChoices();

/// Emits the activation with this id; `x` itself for "none". Softmax runs over the last axis.
TensorId applyActivation(Emitter& emitter, TensorId x, std::string_view id);

/// A layer that is nothing but an activation, of the same id.
LayerSpec activationLayer(std::string id, std::string title, std::string doc, std::string alsoKnownAs);

} // namespace netsmith::layer
