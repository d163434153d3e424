#pragma once

#include "engine/cuda/kernels/on_device.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

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

    NS_DEVICE std::int64_t inputs() const { return images * height * width * channels; }
    NS_DEVICE std::int64_t outputs() const { return images * outputHeight * outputWidth * channels; }
};

/// The coordinates of an element of N,H,W,C images.
struct Place {
    std::int64_t image;
    std::int64_t row;
    std::int64_t column;
    std::int64_t channel;
};
NS_DEVICE inline Place placeOf(std::int64_t index, std::int64_t height, std::int64_t width, std::int64_t channels)
{
    const std::int64_t pixel = index / channels;
    const std::int64_t line = pixel / width;
    const std::int64_t image = line / height;
    return {image, line - image * height, pixel - line * width, index - pixel * channels};
}

/// Along one axis, the pixels of the input that a window covers and the kernel's pixel at the first of them; each further one is
/// `dilation` and 1 on.
struct WindowPixels {
    std::int64_t first;
    std::int64_t kernel;
    std::int64_t count;
};
NS_DEVICE inline WindowPixels pixelsOfWindow(std::int64_t output, std::int64_t stride, std::int64_t dilation, std::int64_t padding,
                                             std::int64_t kernel, std::int64_t size)
{
    const std::int64_t origin = output * stride - padding;
    const std::int64_t begin = origin < 0 ? (dilation - 1 - origin) / dilation : 0;
    const std::int64_t within = origin >= size ? 0 : (size - origin + dilation - 1) / dilation;
    const std::int64_t end = within < kernel ? within : kernel;
    return {origin + begin * dilation, begin, end > begin ? end - begin : 0};
}
NS_DEVICE inline WindowPixels rowsOfWindow(const WindowShape& s, std::int64_t outputRow)
{
    return pixelsOfWindow(outputRow, s.strideHeight, s.dilationHeight, s.top, s.kernelHeight, s.height);
}
NS_DEVICE inline WindowPixels columnsOfWindow(const WindowShape& s, std::int64_t outputColumn)
{
    return pixelsOfWindow(outputColumn, s.strideWidth, s.dilationWidth, s.left, s.kernelWidth, s.width);
}

/// Along one axis, the windows [first, last] that may cover a pixel: those whose kernel, dilated, spans it.
struct PixelWindows {
    std::int64_t first;
    std::int64_t last;
};
NS_DEVICE inline PixelWindows windowsOfPixel(std::int64_t pixel, std::int64_t stride, std::int64_t dilation, std::int64_t padding,
                                             std::int64_t kernel, std::int64_t outputs)
{
    const std::int64_t position = pixel + padding;
    const std::int64_t reach = position - (kernel - 1) * dilation;
    const std::int64_t last = position / stride;
    return {reach <= 0 ? 0 : (reach + stride - 1) / stride, last < outputs ? last : outputs - 1};
}

/// Calls `body(outputRow, outputColumn, kernelPixel)` for every window that covers the input's pixel, row by row.
template <class Body>
NS_DEVICE void forWindowsOf(const WindowShape& s, std::int64_t row, std::int64_t column, Body body)
{
    const PixelWindows rows = windowsOfPixel(row, s.strideHeight, s.dilationHeight, s.top, s.kernelHeight, s.outputHeight);
    const PixelWindows columns = windowsOfPixel(column, s.strideWidth, s.dilationWidth, s.left, s.kernelWidth, s.outputWidth);
    for (std::int64_t oy = rows.first; oy <= rows.last; ++oy) {
        const std::int64_t y = row + s.top - oy * s.strideHeight;
        const std::int64_t ky = y / s.dilationHeight;
        if (ky * s.dilationHeight != y)
            continue;
        for (std::int64_t ox = columns.first; ox <= columns.last; ++ox) {
            const std::int64_t x = column + s.left - ox * s.strideWidth;
            const std::int64_t kx = x / s.dilationWidth;
            if (kx * s.dilationWidth == x)
                body(oy, ox, ky * s.kernelWidth + kx);
        }
    }
}

} // namespace netsmith::cuda::kernels
