#pragma once

#include "engine/core/bfloat16.h"
#include "engine/ops/window_steps.h"

#include <cstdint>
#include <vector>

namespace netsmith::kernels {

/// Along one axis, the contributions to each position of a result: which positions of the source, and which of the kernel's pixels.
/// Convolution and its gradient over data differ only in this, so that one kernel serves both.
struct AxisTaps {
    struct Tap {
        std::int64_t source;
        std::int64_t kernel;
    };

    std::int64_t positions() const { return static_cast<std::int64_t>(first.size()) - 1; }

    std::vector<Tap> taps; ///< position by position
    std::vector<std::int64_t> first; ///< of each position's, and their end
    std::vector<std::int64_t>
        alike; ///< how many positions from this one on have the same kernel pixels, their sources `step` apart
    std::int64_t step = 1;
};
/// From the pixels of an image to those of the result.
AxisTaps forwardTaps(std::int64_t input, std::int64_t output, std::int64_t kernel, std::int64_t stride, std::int64_t dilation,
                     std::int64_t padding);
/// From the gradients at the result's pixels to those of the image.
AxisTaps backwardTaps(std::int64_t input, std::int64_t output, std::int64_t kernel, std::int64_t stride, std::int64_t dilation,
                      std::int64_t padding);

/// N,H,W,C images in which each channel has its own kernel: w [kh,kw,C].
struct DepthwiseTaps {
    std::int64_t images = 1;
    std::int64_t channels = 1;
    std::int64_t sourceHeight = 1;
    std::int64_t sourceWidth = 1;
    std::int64_t kernelWidth = 1;
    AxisTaps rows;
    AxisTaps columns;
};

/// result = Σ over taps of source · w, + bias (none where it is null), then max(·, 0) if `rectify`; added up in f32. S and R are
/// float or BFloat16.
template <class S, class R>
void depthwise(const DepthwiseTaps& taps, const S* source, const float* w, const float* bias, bool rectify, R* result) noexcept;

/// dw [kh,kw,C], f32; `parts` has room for `depthwiseParts` times as many. The order of adding depends only on the shape.
template <class T>
void depthwiseWeights(const WindowShape& shape, const T* x, const T* dy, float* dw, float* parts) noexcept;
std::int64_t depthwiseParts(const WindowShape& shape);

/// Each channel repeated `times` times, adjacent: [pixels, channels] → [pixels, channels · times].
template <class T>
void repeatChannels(const T* x, T* y, std::int64_t pixels, std::int64_t channels, std::int64_t times) noexcept;
/// Its gradient.
template <class T>
void sumRepeated(const float* dy, T* dx, std::int64_t pixels, std::int64_t channels, std::int64_t times) noexcept;

} // namespace netsmith::kernels
