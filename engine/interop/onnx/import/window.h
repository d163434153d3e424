#pragma once

#include "engine/interop/onnx/import/node_call.h"

#include <string>
#include <vector>

namespace netsmith::interop {

/// How a convolution or a pooling of a model slides over its input, with the padding in numbers.
struct SlidingWindow {
    std::vector<std::int64_t> kernel{};
    std::vector<std::int64_t> strides{};
    std::vector<std::int64_t> dilations{};
    std::vector<std::int64_t> begins{}; ///< padding before each axis
    std::vector<std::int64_t> ends{};

    /// Of a node whose input has this shape, channels last. Throws `onnx.import.window`.
    static SlidingWindow of(NodeCall& call, const Shape& image, std::vector<std::int64_t> kernel);

    bool isUnpadded() const;
    /// "valid", "same" or, along one axis, "causal" if that is the same here; else empty.
    std::string namedPadding(const Shape& image, bool mayBeCausal = false) const;
    /// Sets the parameters "padding" and, if no name fits, "explicit_padding".
    void describePadding(ParameterMap& parameters, const Shape& image) const;
};

/// Throws `onnx.import.axes` unless layers slide over this many axes.
void requireSlidingAxes(int axes);

/// What a layer with weights is called: like the initializer at this input without its last part ("layer1.0.conv1"), else like
/// the node.
std::string layerName(const NodeCall& call, int input);

} // namespace netsmith::interop
