#pragma once

#include "engine/interop/weights/layer_weight.h"

#include <string>
#include <string_view>

namespace netsmith::interop {

/// What the name of another program's tensor says: "layer1.0.bn1.running_mean" is the moving mean of "layer1/0/bn1".
struct TensorName {
    /// Not a weight: counters, states of random generators and of layers, averages that go with a weight.
    enum class Kind { part, loose, notAWeight };

    Kind kind = Kind::loose;
    std::string layer{}; ///< the path, its parts separated by "/"; of a loose tensor its whole name
    std::string part{}; ///< ours ("kernel", "moving_mean"), "weight", "bias" or "#2" for the third of its layer
    bool backward = false; ///< of a recurrent layer's second direction
    bool ofState = false; ///< a bias added to the state's product, beside one for the input's

    bool operator==(const TensorName&) const = default;
};

/// Understands the names of Keras ("conv2d_1/kernel:0", "lstm/lstm_cell/recurrent_kernel", "layers/dense/vars/0"), of PyTorch
/// ("features.0.weight", "lstm.weight_ih_l0_reverse"), which ONNX files keep, of Darknet and of Netsmith. A pure function.
TensorName parseTensorName(std::string_view name);

/// Whether the name says that a tensor may be this weight; `place` is the weight's among those of its layer and direction, for a
/// part such as "#2".
bool mayBe(const TensorName& name, const LayerWeight& weight, int place);

/// "layer1/#/conv#" for "layer1/0/conv2": two names of one pattern are told apart by their numbers. A last "_3" is left out, for
/// Keras counts from "dense" to "dense_1".
std::string patternOf(std::string_view name);
/// Orders "conv_10" after "conv_9", and "conv" before both.
bool naturallyLess(std::string_view a, std::string_view b);

} // namespace netsmith::interop
