#pragma once

#include "engine/graph/graph.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::interop {

/// A class's name as Keras 3 writes it in files: "SeparableConv2D" becomes "separable_conv2d" (keras/src/utils/naming.py).
std::string snakeCase(std::string_view className);

/// What Keras 3 calls the variables of a layer, which its files only number: "kernel", "bias". `layerClass`: in snake case, or
/// empty; `config`: the layer's, or null; `ranks`: of the variables. Where that does not tell, the name is the number: "vars/0".
std::vector<std::string> kerasKinds(std::string_view layerClass, const Json* config, std::span<const int> ranks);

/// The name of a variable of Keras 1 or 2 with the layer before it and without TensorFlow's ":0".
std::string kerasName(std::string_view layer, std::string_view variable);
/// What Keras 1 called so in layer's `ranks.size()` variables: "kernel" for "conv1_W" and for the first of two with these ranks.
/// Empty if unknown.
std::string keras1Kind(std::string_view variable, std::size_t index, std::span<const int> ranks);

} // namespace netsmith::interop
