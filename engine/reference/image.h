#pragma once

#include "engine/ops/window2d.h"
#include "engine/reference/call.h"

namespace netsmith::reference {

/// An N,H,W,C tensor by its coordinates.
struct Image {
    explicit Image(const Tensor& tensor)
        : count(tensor.shape()[0])
        , height(tensor.shape()[1])
        , width(tensor.shape()[2])
        , channels(tensor.shape()[3])
        , m_values(tensor.values)
    {
    }

    bool contains(std::int64_t y, std::int64_t x) const { return y >= 0 && y < height && x >= 0 && x < width; }
    double& at(std::int64_t n, std::int64_t y, std::int64_t x, std::int64_t c) const
    {
        return m_values[static_cast<std::size_t>(((n * height + y) * width + x) * channels + c)];
    }

    std::int64_t count;
    std::int64_t height;
    std::int64_t width;
    std::int64_t channels;

private:
    std::span<double> m_values;
};

/// Calls `body(n, oy, ox)` for every pixel of an image, row by row.
template <class F>
void forEachPixel(const Image& image, F body)
{
    for (std::int64_t n = 0; n < image.count; ++n)
        for (std::int64_t y = 0; y < image.height; ++y)
            for (std::int64_t x = 0; x < image.width; ++x)
                body(n, y, x);
}

/// Calls `body(ky, kx, iy, ix)` for every tap of the window at output pixel (oy, ox) that lies within the image, row by row.
template <class F>
void forEachTap(const Window2d& window, const Image& image, std::int64_t oy, std::int64_t ox, F body)
{
    for (std::int64_t ky = 0; ky < window.kernel.height; ++ky)
        for (std::int64_t kx = 0; kx < window.kernel.width; ++kx) {
            const std::int64_t iy = oy * window.stride.height - window.top + ky * window.dilation.height;
            const std::int64_t ix = ox * window.stride.width - window.left + kx * window.dilation.width;
            if (image.contains(iy, ix))
                body(ky, kx, iy, ix);
        }
}

} // namespace netsmith::reference
