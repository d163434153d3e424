#include "engine/cpu/kernels/max_pool.h"

#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/max_pool.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

/// One output pixel, all channels. `Rows` × `Columns` pixels are covered, or as many as `rows` and `columns` say if those are 0.
template <int Rows, int Columns, class T, class Winner>
inline void maxPixel(const WindowShape& s, const WindowPixels& rows, const WindowPixels& columns, float least, const T* image, T* y,
                     Winner* winner)
{
    const std::int64_t rowCount = Rows ? Rows : rows.count;
    const std::int64_t columnCount = Columns ? Columns : columns.count;
    const T* corner = image + (rows.first * s.width + columns.first) * s.channels;
    eachVector(s.channels, [&](std::int64_t c, auto used) {
        Floats best = all(least);
        Ints index = allInts(-1);
        for (std::int64_t i = 0; i < rowCount; ++i)
            for (std::int64_t j = 0; j < columnCount; ++j) {
                const T* pixel = corner + (i * s.dilationHeight * s.width + j * s.dilationWidth) * s.channels;
                const Floats value = load(pixel + c, used);
                const Ints better = (value > best) | (value != value);
                best = better ? value : best;
                const auto here = static_cast<std::int32_t>((rows.kernel + i) * s.kernelWidth + columns.kernel + j);
                index = better ? allInts(here) : index;
            }
        store(y + c, best, used);
        storeIndex(winner + c, index, used);
    });
}

/// The output rows [begin, end), counted through all images.
template <class T, class Winner>
void maxPool(const WindowShape& shape, bool rectify, const T* x, T* y, Winner* winner, std::int64_t begin, std::int64_t end)
{
    const WindowShape s = shape;
    const float least = rectify ? 0.0f : -std::numeric_limits<float>::infinity();
    for (std::int64_t row = begin; row < end; ++row) {
        const T* image = x + row / s.outputHeight * s.height * s.width * s.channels;
        const WindowPixels rows =
            pixelsOfWindow(row % s.outputHeight, s.strideHeight, s.dilationHeight, s.top, s.kernelHeight, s.height);
        for (std::int64_t ox = 0; ox < s.outputWidth; ++ox) {
            const WindowPixels columns = pixelsOfWindow(ox, s.strideWidth, s.dilationWidth, s.left, s.kernelWidth, s.width);
            const std::int64_t at = (row * s.outputWidth + ox) * s.channels;
            if (rows.count == 2 && columns.count == 2)
                maxPixel<2, 2>(s, rows, columns, least, image, y + at, winner + at);
            else
                maxPixel<0, 0>(s, rows, columns, least, image, y + at, winner + at);
        }
    }
}

/// The same rows of codes.
inline void maxPoolCodes(const WindowShape& shape, const std::uint8_t* x, std::uint8_t* y, std::int64_t begin, std::int64_t end)
{
    const WindowShape s = shape;
    for (std::int64_t row = begin; row < end; ++row) {
        const std::uint8_t* image = x + row / s.outputHeight * s.height * s.width * s.channels;
        const WindowPixels rows =
            pixelsOfWindow(row % s.outputHeight, s.strideHeight, s.dilationHeight, s.top, s.kernelHeight, s.height);
        for (std::int64_t ox = 0; ox < s.outputWidth; ++ox) {
            const WindowPixels columns = pixelsOfWindow(ox, s.strideWidth, s.dilationWidth, s.left, s.kernelWidth, s.width);
            const std::uint8_t* corner = image + (rows.first * s.width + columns.first) * s.channels;
            std::uint8_t* const to = y + (row * s.outputWidth + ox) * s.channels;
            for (std::int64_t i = 0; i < rows.count; ++i)
                for (std::int64_t j = 0; j < columns.count; ++j) {
                    const std::uint8_t* from = corner + (i * s.dilationHeight * s.width + j * s.dilationWidth) * s.channels;
                    const bool isFirst = i == 0 && j == 0;
                    for (std::int64_t c = 0; c < s.channels; ++c)
                        to[c] = std::max(isFirst ? std::uint8_t{0} : to[c], from[c]);
                }
        }
    }
}

/// Windows of 2×2 pixels side by side: each dy is read once and goes to one of four pixels.
template <class T, class Winner>
void maxPoolBackwardTiled(const WindowShape& shape, const T* dy, const Winner* winner, T* dx, std::int64_t begin, std::int64_t end)
{
    const WindowShape s = shape;
    const std::int64_t stride = s.width * s.channels;
    for (std::int64_t row = begin; row < end; ++row) {
        const std::int64_t oy = row % s.outputHeight;
        T* upper = dx + (row / s.outputHeight * s.height + 2 * oy) * stride;
        for (std::int64_t ox = 0; ox < s.outputWidth; ++ox) {
            const std::int64_t at = (row * s.outputWidth + ox) * s.channels;
            T* corner = upper + 2 * ox * s.channels;
            eachVector(s.channels, [&](std::int64_t c, auto used) {
                const Floats gradient = load(dy + at + c, used);
                const Ints index = loadIndex(winner + at + c, used);
                store(corner + c, index == 0 ? gradient : Floats{}, used);
                store(corner + s.channels + c, index == 1 ? gradient : Floats{}, used);
                store(corner + stride + c, index == 2 ? gradient : Floats{}, used);
                store(corner + stride + s.channels + c, index == 3 ? gradient : Floats{}, used);
            });
        }
        const std::int64_t left = (s.width - 2 * s.outputWidth) * s.channels; // an odd column that no window covers
        for (T* line : {upper, upper + stride})
            std::memset(static_cast<void*>(line + stride - left), 0, static_cast<std::size_t>(left) * sizeof(T));
        if (oy == s.outputHeight - 1 && s.height > 2 * s.outputHeight)
            std::memset(static_cast<void*>(upper + 2 * stride), 0,
                        static_cast<std::size_t>((s.height - 2 * s.outputHeight) * stride) * sizeof(T));
    }
}

/// Any windows, the input rows [begin, end) counted through all images: each pixel sums the gradients it won.
template <class T, class Winner>
void maxPoolBackward(const WindowShape& shape, const T* dy, const Winner* winner, T* dx, std::int64_t begin, std::int64_t end)
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
                for (std::int64_t oy = rows.first; oy <= rows.last; ++oy)
                    for (std::int64_t ox = columns.first; ox <= columns.last; ++ox) {
                        const std::int64_t y = iy + s.top - oy * s.strideHeight;
                        const std::int64_t x = ix + s.left - ox * s.strideWidth;
                        if (y % s.dilationHeight != 0 || x % s.dilationWidth != 0)
                            continue;
                        const auto here = static_cast<std::int32_t>(y / s.dilationHeight * s.kernelWidth + x / s.dilationWidth);
                        const std::int64_t at = ((firstRow + oy) * s.outputWidth + ox) * s.channels + c;
                        sum += loadIndex(winner + at, used) == here ? load(dy + at, used) : Floats{};
                    }
                store(dx + (row * s.width + ix) * s.channels + c, sum, used);
            });
        }
    }
}

#else

namespace netsmith::kernels {
namespace {

bool tiles(const WindowShape& s)
{
    return s.kernelHeight == 2 && s.kernelWidth == 2 && s.strideHeight == 2 && s.strideWidth == 2 && s.dilationHeight == 1
        && s.dilationWidth == 1 && s.top == 0 && s.left == 0 && s.height >= 2 * s.outputHeight && s.width >= 2 * s.outputWidth;
}

template <class T, class Winner>
using Forward = void(const WindowShape&, bool, const T*, T*, Winner*, std::int64_t, std::int64_t);
template <class T, class Winner>
using Backward = void(const WindowShape&, const T*, const Winner*, T*, std::int64_t, std::int64_t);

} // namespace

template <class T, class Winner>
void maxPool(const WindowShape& shape, bool rectify, const T* x, T* y, Winner* winner) noexcept
{
    const auto run = pickVersion<Forward<T, Winner>>(baseline::maxPool, avx2::maxPool, avx512::maxPool);
    forRanges(shape.images * shape.outputHeight, rowGrain(shape.outputWidth * shape.channels, elementGrain / 4),
              [&](std::int64_t begin, std::int64_t end) { run(shape, rectify, x, y, winner, begin, end); });
}

void maxPoolCodes(const WindowShape& shape, const std::uint8_t* x, std::uint8_t* y) noexcept
{
    auto* const run = NETSMITH_VERSION(maxPoolCodes);
    forRanges(shape.images * shape.outputHeight, rowGrain(shape.outputWidth * shape.channels, elementGrain),
              [&](std::int64_t begin, std::int64_t end) { run(shape, x, y, begin, end); });
}

template <class T, class Winner>
void maxPoolBackward(const WindowShape& shape, const T* dy, const Winner* winner, T* dx) noexcept
{
    using F = Backward<T, Winner>;
    const bool tiled = tiles(shape);
    const auto run = tiled
        ? pickVersion<F>(baseline::maxPoolBackwardTiled, avx2::maxPoolBackwardTiled, avx512::maxPoolBackwardTiled)
        : pickVersion<F>(baseline::maxPoolBackward, avx2::maxPoolBackward, avx512::maxPoolBackward);
    forRanges(shape.images * (tiled ? shape.outputHeight : shape.height), rowGrain(shape.width * shape.channels, elementGrain / 4),
              [&](std::int64_t begin, std::int64_t end) { run(shape, dy, winner, dx, begin, end); });
}

#define INSTANTIATE(T, Winner)                                                                                                     \
    template void maxPool<T, Winner>(const WindowShape&, bool, const T*, T*, Winner*) noexcept;                                    \
    template void maxPoolBackward<T, Winner>(const WindowShape&, const T*, const Winner*, T*) noexcept;
INSTANTIATE(float, std::uint8_t)
INSTANTIATE(float, std::int32_t)
INSTANTIATE(BFloat16, std::uint8_t)
INSTANTIATE(BFloat16, std::int32_t)

} // namespace netsmith::kernels

#endif
