#include "engine/cpu/kernels/warp.h"

#include "engine/cpu/kernels/ranges.h"
#include "engine/ops/control.h"

#include <cmath>

namespace netsmith::kernels {
namespace {

/// Some channels of an image and how they are sampled; `Count` of them, or `count` if that is 0.
template <class T, int Count>
struct Image {
    const T* pixels; ///< of the first of the channels
    std::int64_t height;
    std::int64_t width;
    std::int64_t stride; ///< channels of a pixel
    std::int64_t count;
    WarpFill fill;
    float value;

    std::int64_t channels() const { return Count > 0 ? Count : count; }

    /// The channels at a position that may be outside; null: `value` is used for all of them.
    const T* find(std::int64_t row, std::int64_t column) const
    {
        const std::int64_t i = pixelAt(row, height, fill);
        const std::int64_t j = pixelAt(column, width, fill);
        return i < 0 || j < 0 ? nullptr : pixels + (i * width + j) * stride;
    }
    void add(const T* from, float share, float* sums) const
    {
        for (std::int64_t c = 0; c < channels(); ++c)
            sums[c] += share * (from ? static_cast<float>(from[c]) : value);
    }
};

/// The largest whole number that is not above `value`.
std::int64_t floorOf(double value)
{
    const auto whole = static_cast<std::int64_t>(value);
    return whole - (static_cast<double>(whole) > value ? 1 : 0);
}

/// Adds the pixel at (column, row), times `share`, to the sums.
template <class T, int Count>
void look(const Image<T, Count>& image, double column, double row, float share, float* sums)
{
    const std::int64_t top = floorOf(row), left = floorOf(column);
    const auto y = static_cast<float>(row - static_cast<double>(top)), x = static_cast<float>(column - static_cast<double>(left));
    const float w00 = share * ((1.0f - y) * (1.0f - x)), w01 = share * ((1.0f - y) * x);
    const float w10 = share * (y * (1.0f - x)), w11 = share * (y * x);
    if (top >= 0 && left >= 0 && top + 1 < image.height && left + 1 < image.width) {
        const T* first = image.pixels + (top * image.width + left) * image.stride;
        const T* second = first + image.width * image.stride;
        for (std::int64_t c = 0; c < image.channels(); ++c)
            sums[c] += w00 * static_cast<float>(first[c]) + w01 * static_cast<float>(first[c + image.stride])
                + w10 * static_cast<float>(second[c]) + w11 * static_cast<float>(second[c + image.stride]);
        return;
    }
    image.add(image.find(top, left), w00, sums);
    image.add(image.find(top, left + 1), w01, sums);
    image.add(image.find(top + 1, left), w10, sums);
    image.add(image.find(top + 1, left + 1), w11, sums);
}

/// Whether each pixel of the output is one of the input, moved by whole pixels and perhaps mirrored: crops, pads and flips.
bool isCopy(const WarpMap& map)
{
    return map.isAffine() && map.m[1] == 0.0 && map.m[3] == 0.0 && std::abs(map.m[0]) == 1.0 && std::abs(map.m[4]) == 1.0
        && map.m[2] == std::floor(map.m[2]) && map.m[5] == std::floor(map.m[5]);
}

template <class T, int Count>
void copyImage(const Image<T, Count>& image, const WarpMap& map, T* y, std::int64_t height, std::int64_t width)
{
    const auto across = static_cast<std::int64_t>(map.m[0]), down = static_cast<std::int64_t>(map.m[4]);
    const auto left = static_cast<std::int64_t>(map.m[2]), top = static_cast<std::int64_t>(map.m[5]);
    const auto outside = static_cast<T>(image.value);
    for (std::int64_t i = 0; i < height; ++i)
        for (std::int64_t j = 0; j < width; ++j, y += image.stride) {
            const T* from = image.find(top + down * i, left + across * j);
            for (std::int64_t c = 0; c < image.channels(); ++c)
                y[c] = from ? from[c] : outside;
        }
}

constexpr std::int64_t mostChannels = 64; // that are summed side by side

template <class T, int Count>
void warpImage(const Image<T, Count>& image, const WarpAttributes& attributes, const WarpMap& map, T* y, std::int64_t height,
               std::int64_t width)
{
    const int taps = attributes.taps;
    const double step = 1.0 / taps;
    const float share = 1.0f / static_cast<float>(taps * taps);
    const bool affine = map.isAffine();
    const double* m = map.m;
    for (std::int64_t i = 0; i < height; ++i)
        for (std::int64_t j = 0; j < width; ++j, y += image.stride) {
            float sums[Count > 0 ? Count : mostChannels] = {};
            for (int tap = 0; tap < taps * taps; ++tap) {
                const double row = static_cast<double>(i) + (tap / taps + 0.5) * step - 0.5;
                const double column = static_cast<double>(j) + (tap % taps + 0.5) * step - 0.5;
                double px = m[0] * column + m[1] * row + m[2], py = m[3] * column + m[4] * row + m[5];
                if (!affine) {
                    const double w = m[6] * column + m[7] * row + m[8];
                    px /= w;
                    py /= w;
                }
                if (attributes.nearest)
                    image.add(image.find(floorOf(py + 0.5), floorOf(px + 0.5)), share, sums);
                else
                    look(image, px, py, share, sums);
            }
            for (std::int64_t c = 0; c < image.channels(); ++c)
                y[c] = static_cast<T>(sums[c]);
        }
}

template <int Count, class T>
void warpChannels(const WarpSteps& attributes, const WarpSizes& batch, const WarpMap& map, const T* x, T* y)
{
    constexpr std::int64_t most = Count > 0 ? Count : mostChannels;
    for (std::int64_t c = 0; c < batch.channels; c += most) {
        const Image<T, Count> image{x + c,
                                    batch.height,
                                    batch.width,
                                    batch.channels,
                                    std::min(most, batch.channels - c),
                                    attributes.fill,
                                    static_cast<float>(attributes.value)};
        if (isCopy(map) && attributes.taps == 1)
            copyImage(image, map, y + c, batch.outputHeight, batch.outputWidth);
        else
            warpImage(image, attributes, map, y + c, batch.outputHeight, batch.outputWidth);
    }
}

} // namespace

template <class T>
void warp(const WarpSteps& attributes, const WarpSizes& batch, const std::int64_t* counters, const T* x, T* y) noexcept
{
    const std::uint64_t firstSample = counters ? static_cast<std::uint64_t>(counters[control::samples]) : 0;
    const std::int64_t from = batch.height * batch.width * batch.channels;
    const std::int64_t to = batch.outputHeight * batch.outputWidth * batch.channels;
    forRanges(batch.images, rowGrain(to * attributes.taps * attributes.taps, elementGrain / 8),
              [&](std::int64_t begin, std::int64_t end) {
                  for (std::int64_t n = begin; n < end; ++n) {
                      const WarpMap map = mapOf(attributes.steps.data(), static_cast<int>(attributes.steps.size()), attributes.seed,
                                                firstSample + static_cast<std::uint64_t>(n));
                      if (batch.channels == 1)
                          warpChannels<1>(attributes, batch, map, x + n * from, y + n * to);
                      else if (batch.channels == 3)
                          warpChannels<3>(attributes, batch, map, x + n * from, y + n * to);
                      else
                          warpChannels<0>(attributes, batch, map, x + n * from, y + n * to);
                  }
              });
}

template void warp<float>(const WarpSteps&, const WarpSizes&, const std::int64_t*, const float*, float*) noexcept;
template void warp<BFloat16>(const WarpSteps&, const WarpSizes&, const std::int64_t*, const BFloat16*, BFloat16*) noexcept;

} // namespace netsmith::kernels
