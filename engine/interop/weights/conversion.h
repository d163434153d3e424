#pragma once

#include "engine/interop/weights/layer_weight.h"
#include "engine/interop/weights/weight_file.h"

#include <vector>

namespace netsmith::interop {

/// How another program's tensor becomes a weight of ours, step by step in this order; each step may be left out.
struct Conversion {
    /// How two tensors, or the two halves of one, become one: the biases of the input and of the state.
    enum class Join { none, sum, stack };

    int direction = -1; ///< of a tensor for both directions of a recurrent layer: which one, its place along the first axis
    Join join = Join::none;
    bool halves = false; ///< the joined parts are the halves of one tensor
    std::vector<int> axes{}; ///< the new order of the axes: {2, 3, 1, 0} for O,I,H,W → H,W,I,O
    std::vector<int> gates{}; ///< along the last axis: for each of our gates its place there
    std::vector<Shape> flattened{}; ///< feature maps along the first axis that have their channels first: see `LayerWeight`

    bool isIdentity() const { return *this == Conversion(); }
    /// What is done, for people; the file's own order of axes and gates is that of its framework. Empty for the identity.
    std::vector<Message> words(Framework framework) const;
    bool operator==(const Conversion&) const = default;
};

/// Whether axes and gates are in the order of Keras, which is ours.
bool isOurLayout(Framework framework);

/// How a tensor of this shape becomes the weight, if the framework stores such a weight in this shape; nothing if it does not fit.
/// `tensors`: 2 if the framework's two biases are tensors of the same shape. The layouts are those of Keras 3
/// (`keras.layers.*.build`), PyTorch (`torch.nn`), ONNX (Conv, Gemm, LSTM, GRU), TFLite's schema and Darknet. ONNX stores the
/// matrix of a Gemm with or without `transB`; `isGemmAsIs` tells a square one that is not transposed.
std::optional<Conversion> conversionFor(Framework framework, const Shape& shape, const LayerWeight& weight, int tensors = 1,
                                        bool isGemmAsIs = false);

/// The weight's numbers. `tensors` are one, or two to join.
std::vector<float> convert(std::span<const WeightTensor* const> tensors, const Conversion& conversion);

/// A tensor of another program.
struct LaidOut {
    Shape shape{};
    std::vector<float> values{};
};
/// A weight of ours in PyTorch's layout: the inverse of `convert`. Of a recurrent layer's bias the two that PyTorch adds up.
std::vector<LaidOut> laidOutForPyTorch(const LayerWeight& weight, std::vector<float> values);

} // namespace netsmith::interop
