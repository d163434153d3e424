#pragma once

#include "engine/core/shape.h"
#include "engine/ops/window_axis.h"

#include <string>
#include <string_view>

namespace netsmith {

/// Height and width of something.
struct Size2 {
    std::int64_t height = 1;
    std::int64_t width = 1;
    bool operator==(const Size2&) const = default;
};

/// How a kernel moves over an image: common to convolution and pooling. Padding is always explicit here; "same" and "valid" are
/// resolved by `windowFor`.
struct Window2d {
    Size2 kernel{};
    Size2 stride{};
    Size2 dilation{};
    std::int64_t top = 0;
    std::int64_t bottom = 0;
    std::int64_t left = 0;
    std::int64_t right = 0;

    WindowAxis vertical() const { return {kernel.height, stride.height, dilation.height, top, bottom}; }
    WindowAxis horizontal() const { return {kernel.width, stride.width, dilation.width, left, right}; }

    /// Height and width of the output; throws `op.window` if the kernel does not fit into the padded input.
    Size2 outputOf(Size2 input) const;
    /// "kernel 3×3 stride 2×2 dilation 1×1 padding 0,1,0,1" (top, bottom, left, right).
    std::string text() const;
    bool operator==(const Window2d&) const = default;
};

/// Resolves "valid" (none) and "same" (output = ceil(input / stride), the odd pixel below and right, as in Keras).
Window2d windowFor(Size2 input, Size2 kernel, Size2 stride, Size2 dilation, std::string_view padding);

} // namespace netsmith
