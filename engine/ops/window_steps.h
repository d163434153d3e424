#pragma once

#include "engine/core/shape.h"
#include "engine/ops/window2d.h"

#include <cstdint>

namespace netsmith {

// The index arithmetic of windows over images, for kernels on every device.

/// How a window, of a convolution or a pooling, moves over N,H,W,C images. Padding may be uneven; the padding below and to the
/// right follows from the output's size.
struct WindowShape {
    std::int64_t images = 1;
    std::int64_t height = 1; ///< of the input
    std::int64_t width = 1;
    std::int64_t channels = 1;
    std::int64_t outputHeight = 1;
    std::int64_t outputWidth = 1;
    std::int64_t kernelHeight = 1;
    std::int64_t kernelWidth = 1;
    std::int64_t strideHeight = 1;
    std::int64_t strideWidth = 1;
    std::int64_t dilationHeight = 1;
    std::int64_t dilationWidth = 1;
    std::int64_t top = 0; ///< padding
    std::int64_t left = 0;

    constexpr std::int64_t inputs() const { return images * height * width * channels; }
    constexpr std::int64_t outputs() const { return images * outputHeight * outputWidth * channels; }
};

/// A window over images of this shape.
inline WindowShape windowShape(const Window2d& window, const Shape& x)
{
    const Size2 output = window.outputOf({x[1], x[2]});
    return {.images = x[0],
            .height = x[1],
            .width = x[2],
            .channels = x[3],
            .outputHeight = output.height,
            .outputWidth = output.width,
            .kernelHeight = window.kernel.height,
            .kernelWidth = window.kernel.width,
            .strideHeight = window.stride.height,
            .strideWidth = window.stride.width,
            .dilationHeight = window.dilation.height,
            .dilationWidth = window.dilation.width,
            .top = window.top,
            .left = window.left};
}

/// Along one axis, the pixels of the input that a window covers and the kernel's pixel at the first of them; each further one is
/// `dilation` and 1 on.
struct WindowPixels {
    std::int64_t first = 0;
    std::int64_t kernel = 0;
    std::int64_t count = 0;
};
constexpr WindowPixels pixelsOfWindow(std::int64_t output, std::int64_t stride, std::int64_t dilation, std::int64_t padding,
                                      std::int64_t kernel, std::int64_t size)
{
    const std::int64_t origin = output * stride - padding;
    const std::int64_t begin = origin < 0 ? (dilation - 1 - origin) / dilation : 0;
    const std::int64_t within = origin >= size ? 0 : (size - origin + dilation - 1) / dilation;
    const std::int64_t end = within < kernel ? within : kernel;
    return {origin + begin * dilation, begin, end > begin ? end - begin : 0};
}

/// Along one axis, the windows [first, last] that may cover a pixel: those whose kernel, dilated, spans it.
struct PixelWindows {
    std::int64_t first = 0;
    std::int64_t last = -1;
};
constexpr PixelWindows windowsOfPixel(std::int64_t pixel, std::int64_t stride, std::int64_t dilation, std::int64_t padding,
                                      std::int64_t kernel, std::int64_t outputs)
{
    const std::int64_t position = pixel + padding;
    const std::int64_t reach = position - (kernel - 1) * dilation;
    const std::int64_t last = position / stride;
    return {reach <= 0 ? 0 : (reach + stride - 1) / stride, last < outputs ? last : outputs - 1};
}

} // namespace netsmith
