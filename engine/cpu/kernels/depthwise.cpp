#include "engine/cpu/kernels/depthwise.h"

#include "engine/cpu/kernels/bias.h"
#include "engine/cpu/kernels/ranges.h"

#include <algorithm>

namespace netsmith::kernels {
namespace {

using Tap = AxisTaps::Tap;

/// `AxisTaps` by addresses: what is called in code compiled for an instruction set must not come from a header.
struct TapList {
    const Tap* taps;
    const std::int64_t* first;
    const std::int64_t* alike;
    std::int64_t positions;
    std::int64_t step;

    explicit TapList(const AxisTaps& axis)
        : taps(axis.taps.data())
        , first(axis.first.data())
        , alike(axis.alike.data())
        , positions(axis.positions())
        , step(axis.step)
    {
    }
};

struct GatherShape {
    std::int64_t channels;
    std::int64_t sourceHeight;
    std::int64_t sourceWidth;
    std::int64_t kernelWidth;
    TapList rows;
    TapList columns;
};

} // namespace
} // namespace netsmith::kernels

#define NETSMITH_KERNELS "engine/cpu/kernels/depthwise.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

/// `together` positions from `x` on, alike in their taps: each weight is loaded once for all of them.
template <int together, class S, class R>
inline void gatherPixels(const GatherShape& s, const S* image, const float* w, const float* bias, bool rectify, R* result,
                         const Tap* firstRow, const Tap* endRow, std::int64_t x)
{
    const Tap* const firstColumn = s.columns.taps + s.columns.first[x];
    const Tap* const endColumn = s.columns.taps + s.columns.first[x + 1];
    const std::int64_t step = s.columns.step * s.channels;
    eachVector(s.channels, [&](std::int64_t c, auto used) {
        Floats sums[together];
        for (int i = 0; i < together; ++i)
            sums[i] = bias ? load(bias + c, used) : Floats{};
        for (const Tap* row = firstRow; row != endRow; ++row) {
            const S* line = image + row->source * s.sourceWidth * s.channels + c;
            const float* weights = w + row->kernel * s.kernelWidth * s.channels + c;
            for (const Tap* column = firstColumn; column != endColumn; ++column) {
                const Floats weight = load(weights + column->kernel * s.channels, used);
                const S* from = line + column->source * s.channels;
                for (int i = 0; i < together; ++i)
                    sums[i] += load(from + i * step, used) * weight;
            }
        }
        for (int i = 0; i < together; ++i)
            store(result + (x + i) * s.channels + c, rectify ? rectified(sums[i]) : sums[i], used);
    });
}

/// The result's rows [begin, end), counted through all images.
template <class S, class R>
void gather(const GatherShape& s, const S* source, const float* w, const float* bias, bool rectify, R* result, std::int64_t begin,
            std::int64_t end)
{
    constexpr int together = 4;
    for (std::int64_t row = begin; row < end; ++row) {
        const S* image = source + row / s.rows.positions * s.sourceHeight * s.sourceWidth * s.channels;
        R* line = result + row * s.columns.positions * s.channels;
        const Tap* const firstRow = s.rows.taps + s.rows.first[row % s.rows.positions];
        const Tap* const endRow = s.rows.taps + s.rows.first[row % s.rows.positions + 1];
        for (std::int64_t x = 0; x < s.columns.positions;) {
            if (s.columns.alike[x] >= together) {
                gatherPixels<together>(s, image, w, bias, rectify, line, firstRow, endRow, x);
                x += together;
            } else {
                gatherPixels<1>(s, image, w, bias, rectify, line, firstRow, endRow, x);
                ++x;
            }
        }
    }
}

/// dw of the result's rows [begin, end), counted through all images. Four pixels at a time hide the additions' latency.
template <class T>
void sumWeights(const WindowShape& shape, const T* x, const T* dy, float* dw, std::int64_t begin, std::int64_t end)
{
    constexpr int together = 4;
    const WindowShape s = shape;
    std::memset(dw, 0, static_cast<std::size_t>(s.kernelHeight * s.kernelWidth * s.channels) * sizeof(float));
    for (std::int64_t row = begin; row < end; ++row) {
        const T* image = x + row / s.outputHeight * s.height * s.width * s.channels;
        const T* gradients = dy + row * s.outputWidth * s.channels;
        const WindowPixels rows =
            pixelsOfWindow(row % s.outputHeight, s.strideHeight, s.dilationHeight, s.top, s.kernelHeight, s.height);
        for (std::int64_t i = 0; i < rows.count; ++i) {
            const T* line = image + (rows.first + i * s.dilationHeight) * s.width * s.channels;
            for (std::int64_t kx = 0; kx < s.kernelWidth; ++kx) {
                // The pixels of the result whose tap kx lies within the image.
                const std::int64_t origin = kx * s.dilationWidth - s.left;
                const std::int64_t first = origin < 0 ? (s.strideWidth - 1 - origin) / s.strideWidth : 0;
                const std::int64_t within = origin < s.width ? (s.width - 1 - origin) / s.strideWidth + 1 : 0;
                const std::int64_t last = within < s.outputWidth ? within : s.outputWidth;
                const std::int64_t step = s.strideWidth * s.channels;
                float* sums = dw + ((rows.kernel + i) * s.kernelWidth + kx) * s.channels;
                eachVector(s.channels, [&](std::int64_t c, auto used) {
                    const T* from = line + origin * s.channels + c;
                    const T* gradient = gradients + c;
                    Floats partial[together]{};
                    std::int64_t ox = first;
                    for (; ox + together <= last; ox += together)
                        for (int k = 0; k < together; ++k)
                            partial[k] += load(from + (ox + k) * step, used) * load(gradient + (ox + k) * s.channels, used);
                    for (; ox < last; ++ox)
                        partial[0] += load(from + ox * step, used) * load(gradient + ox * s.channels, used);
                    store(sums + c, load(sums + c, used) + ((partial[0] + partial[1]) + (partial[2] + partial[3])), used);
                });
            }
        }
    }
}

#else

namespace netsmith::kernels {
namespace {

/// The axis with the taps that `eachTap(position, take)` gives for each of its positions, and which of them are alike.
template <class EachTap>
AxisTaps tapsOf(std::int64_t positions, std::int64_t step, const EachTap& eachTap)
{
    AxisTaps axis;
    axis.step = step;
    for (std::int64_t i = 0; i < positions; ++i) {
        axis.first.push_back(static_cast<std::int64_t>(axis.taps.size()));
        eachTap(i, [&](std::int64_t source, std::int64_t kernel) { axis.taps.push_back({source, kernel}); });
    }
    axis.first.push_back(static_cast<std::int64_t>(axis.taps.size()));
    axis.alike.assign(static_cast<std::size_t>(positions), 1);
    const auto follows = [&](std::size_t i) {
        const auto one = axis.taps.begin() + axis.first[i], next = axis.taps.begin() + axis.first[i + 1],
                   end = axis.taps.begin() + axis.first[i + 2];
        return std::equal(one, next, next, end,
                          [step](const Tap& a, const Tap& b) { return a.kernel == b.kernel && a.source + step == b.source; });
    };
    for (auto i = static_cast<std::size_t>(positions); i-- > 1;)
        if (follows(i - 1))
            axis.alike[i - 1] = axis.alike[i] + 1;
    return axis;
}

GatherShape gatherShape(const DepthwiseTaps& taps)
{
    return {taps.channels, taps.sourceHeight, taps.sourceWidth, taps.kernelWidth, TapList(taps.rows), TapList(taps.columns)};
}

} // namespace

AxisTaps forwardTaps(std::int64_t input, std::int64_t output, std::int64_t kernel, std::int64_t stride, std::int64_t dilation,
                     std::int64_t padding)
{
    return tapsOf(output, stride, [&](std::int64_t position, const auto& take) {
        const WindowPixels pixels = pixelsOfWindow(position, stride, dilation, padding, kernel, input);
        for (std::int64_t i = 0; i < pixels.count; ++i)
            take(pixels.first + i * dilation, pixels.kernel + i);
    });
}

AxisTaps backwardTaps(std::int64_t input, std::int64_t output, std::int64_t kernel, std::int64_t stride, std::int64_t dilation,
                      std::int64_t padding)
{
    return tapsOf(input, 1, [&](std::int64_t position, const auto& take) {
        const PixelWindows windows = windowsOfPixel(position, stride, dilation, padding, kernel, output);
        for (std::int64_t o = windows.first; o <= windows.last; ++o)
            if (const std::int64_t offset = position + padding - o * stride; offset % dilation == 0)
                take(o, offset / dilation);
    });
}

template <class S, class R>
void depthwise(const DepthwiseTaps& taps, const S* source, const float* w, const float* bias, bool rectify, R* result) noexcept
{
    const auto run = pickVersion(&baseline::gather<S, R>, &avx2::gather<S, R>, &avx512::gather<S, R>);
    const GatherShape shape = gatherShape(taps);
    forRanges(taps.images * taps.rows.positions(), rowGrain(taps.columns.positions() * taps.channels, elementGrain / 4),
              [&](std::int64_t begin, std::int64_t end) { run(shape, source, w, bias, rectify, result, begin, end); });
}

std::int64_t depthwiseParts(const WindowShape& shape)
{
    constexpr std::int64_t most = 32; // as many threads share the work
    return std::min(most, shape.images * shape.outputHeight);
}

template <class T>
void depthwiseWeights(const WindowShape& shape, const T* x, const T* dy, float* dw, float* parts) noexcept
{
    const auto run = NETSMITH_VERSION(sumWeights<T>);
    const std::int64_t rows = shape.images * shape.outputHeight;
    const std::int64_t count = depthwiseParts(shape);
    const std::int64_t taps = shape.kernelHeight * shape.kernelWidth;
    forRanges(count, rowGrain(rows / count * shape.outputWidth * shape.channels * taps), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t part = begin; part < end; ++part)
            run(shape, x, dy, parts + part * taps * shape.channels, rows * part / count, rows * (part + 1) / count);
    });
    addParts(parts, static_cast<int>(count), nullptr, dw, taps, shape.channels, false);
}

template <class T>
void repeatChannels(const T* x, T* y, std::int64_t pixels, std::int64_t channels, std::int64_t times) noexcept
{
    forRanges(pixels * channels, elementGrain / times + 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i)
            std::fill_n(y + i * times, times, x[i]);
    });
}

template <class T>
void sumRepeated(const float* dy, T* dx, std::int64_t pixels, std::int64_t channels, std::int64_t times) noexcept
{
    forRanges(pixels * channels, elementGrain / times + 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            float sum = 0.0f;
            for (std::int64_t k = 0; k < times; ++k)
                sum += dy[i * times + k];
            dx[i] = static_cast<T>(sum);
        }
    });
}

template void depthwise(const DepthwiseTaps&, const float*, const float*, const float*, bool, float*) noexcept;
template void depthwise(const DepthwiseTaps&, const BFloat16*, const float*, const float*, bool, BFloat16*) noexcept;
template void depthwise(const DepthwiseTaps&, const BFloat16*, const float*, const float*, bool, float*) noexcept;
template void depthwiseWeights(const WindowShape&, const float*, const float*, float*, float*) noexcept;
template void depthwiseWeights(const WindowShape&, const BFloat16*, const BFloat16*, float*, float*) noexcept;
template void repeatChannels(const float*, float*, std::int64_t, std::int64_t, std::int64_t) noexcept;
template void repeatChannels(const BFloat16*, BFloat16*, std::int64_t, std::int64_t, std::int64_t) noexcept;
template void sumRepeated(const float*, float*, std::int64_t, std::int64_t, std::int64_t) noexcept;
template void sumRepeated(const float*, BFloat16*, std::int64_t, std::int64_t, std::int64_t) noexcept;

} // namespace netsmith::kernels

#endif
