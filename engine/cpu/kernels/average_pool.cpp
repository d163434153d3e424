#include "engine/cpu/kernels/average_pool.h"

#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/average_pool.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

/// 1 / the pixels a window covers; 0 where it covers none.
inline float shareOf(std::int64_t pixels)
{
    return pixels > 0 ? 1.0f / static_cast<float>(pixels) : 0.0f;
}

/// The output rows [begin, end), counted through all images.
template <class T>
void averagePool(const WindowShape& shape, const T* x, T* y, std::int64_t begin, std::int64_t end)
{
    const WindowShape s = shape;
    for (std::int64_t row = begin; row < end; ++row) {
        const T* image = x + row / s.outputHeight * s.height * s.width * s.channels;
        const WindowPixels rows =
            pixelsOfWindow(row % s.outputHeight, s.strideHeight, s.dilationHeight, s.top, s.kernelHeight, s.height);
        for (std::int64_t ox = 0; ox < s.outputWidth; ++ox) {
            const WindowPixels columns = pixelsOfWindow(ox, s.strideWidth, s.dilationWidth, s.left, s.kernelWidth, s.width);
            const T* corner = image + (rows.first * s.width + columns.first) * s.channels;
            const float share = shareOf(rows.count * columns.count);
            eachVector(s.channels, [&](std::int64_t c, auto used) {
                Floats sum{};
                for (std::int64_t i = 0; i < rows.count; ++i)
                    for (std::int64_t j = 0; j < columns.count; ++j)
                        sum += load(corner + (i * s.dilationHeight * s.width + j * s.dilationWidth) * s.channels + c, used);
                store(y + (row * s.outputWidth + ox) * s.channels + c, sum * share, used);
            });
        }
    }
}

/// The input rows [begin, end), counted through all images.
template <class T>
void averagePoolBackward(const WindowShape& shape, const T* dy, T* dx, std::int64_t begin, std::int64_t end)
{
    const WindowShape s = shape;
    for (std::int64_t row = begin; row < end; ++row) {
        const std::int64_t iy = row % s.height;
        const std::int64_t firstRow = row / s.height * s.outputHeight;
        const PixelWindows rows = windowsOfPixel(iy, s.strideHeight, s.dilationHeight, s.top, s.kernelHeight, s.outputHeight);
        for (std::int64_t ix = 0; ix < s.width; ++ix) {
            const PixelWindows columns = windowsOfPixel(ix, s.strideWidth, s.dilationWidth, s.left, s.kernelWidth, s.outputWidth);
            eachVector(s.channels, [&](std::int64_t c, auto used) {
                Floats sum{};
                for (std::int64_t oy = rows.first; oy <= rows.last; ++oy) {
                    if ((iy + s.top - oy * s.strideHeight) % s.dilationHeight != 0)
                        continue;
                    const std::int64_t height =
                        pixelsOfWindow(oy, s.strideHeight, s.dilationHeight, s.top, s.kernelHeight, s.height).count;
                    for (std::int64_t ox = columns.first; ox <= columns.last; ++ox) {
                        if ((ix + s.left - ox * s.strideWidth) % s.dilationWidth != 0)
                            continue;
                        const std::int64_t width =
                            pixelsOfWindow(ox, s.strideWidth, s.dilationWidth, s.left, s.kernelWidth, s.width).count;
                        sum += load(dy + ((firstRow + oy) * s.outputWidth + ox) * s.channels + c, used) * shareOf(height * width);
                    }
                }
                store(dx + (row * s.width + ix) * s.channels + c, sum, used);
            });
        }
    }
}

#else

namespace netsmith::kernels {

template <class T>
void averagePool(const WindowShape& shape, const T* x, T* y) noexcept
{
    const auto run = NETSMITH_VERSION(averagePool<T>);
    const std::int64_t window = shape.kernelHeight * shape.kernelWidth;
    forRanges(shape.images * shape.outputHeight, rowGrain(shape.outputWidth * shape.channels * window),
              [&](std::int64_t begin, std::int64_t end) { run(shape, x, y, begin, end); });
}

template <class T>
void averagePoolBackward(const WindowShape& shape, const T* dy, T* dx) noexcept
{
    const auto run = NETSMITH_VERSION(averagePoolBackward<T>);
    forRanges(shape.images * shape.height, rowGrain(shape.width * shape.channels, elementGrain / 4),
              [&](std::int64_t begin, std::int64_t end) { run(shape, dy, dx, begin, end); });
}

template void averagePool<float>(const WindowShape&, const float*, float*) noexcept;
template void averagePool<BFloat16>(const WindowShape&, const BFloat16*, BFloat16*) noexcept;
template void averagePoolBackward<float>(const WindowShape&, const float*, float*) noexcept;
template void averagePoolBackward<BFloat16>(const WindowShape&, const BFloat16*, BFloat16*) noexcept;

} // namespace netsmith::kernels

#endif
