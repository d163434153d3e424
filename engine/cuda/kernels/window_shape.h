#pragma once

#include "engine/cuda/kernels/on_device.h"
#include "engine/ops/window_steps.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

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

NS_DEVICE inline WindowPixels rowsOfWindow(const WindowShape& s, std::int64_t outputRow)
{
    return pixelsOfWindow(outputRow, s.strideHeight, s.dilationHeight, s.top, s.kernelHeight, s.height);
}
NS_DEVICE inline WindowPixels columnsOfWindow(const WindowShape& s, std::int64_t outputColumn)
{
    return pixelsOfWindow(outputColumn, s.strideWidth, s.dilationWidth, s.left, s.kernelWidth, s.width);
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
