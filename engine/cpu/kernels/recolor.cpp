#include "engine/cpu/kernels/recolor.h"

#include "engine/cpu/kernels/ranges.h"
#include "engine/ops/control.h"

namespace netsmith::kernels {
namespace {

template <class T>
void meansOf(const T* x, std::int64_t pixels, int channels, double (&means)[3])
{
    for (std::int64_t i = 0; i < pixels; ++i)
        for (int c = 0; c < channels; ++c)
            means[c] += static_cast<double>(static_cast<float>(x[i * channels + c]));
    for (double& mean : means)
        mean /= static_cast<double>(pixels);
}

/// The map in the type that pixels are computed in, and the clipping limits.
struct Shades {
    float matrix[9];
    float offset[3];
    float black;
    float white;

    Shades(const ColorMap& map, const RecolorAttributes& attributes)
        : black(static_cast<float>(attributes.black))
        , white(static_cast<float>(attributes.white))
    {
        for (int i = 0; i < 9; ++i)
            matrix[i] = static_cast<float>(map.matrix[i]);
        for (int i = 0; i < 3; ++i)
            offset[i] = static_cast<float>(map.offset[i]);
    }
    /// A NaN stays one.
    float cut(float value) const { return value < black ? black : value > white ? white : value; }
};

template <class T>
void recolorGrey(const Shades& shades, std::int64_t pixels, const T* x, T* y)
{
    for (std::int64_t i = 0; i < pixels; ++i)
        y[i] = static_cast<T>(shades.cut(shades.matrix[0] * static_cast<float>(x[i]) + shades.offset[0]));
}

template <bool toGrey, class T>
void recolorColors(const Shades& shades, std::int64_t pixels, const T* x, T* y)
{
    const float* m = shades.matrix;
    for (std::int64_t i = 0; i < pixels; ++i, x += 3) {
        const auto r = static_cast<float>(x[0]), g = static_cast<float>(x[1]), b = static_cast<float>(x[2]);
        const float red = m[0] * r + m[1] * g + m[2] * b + shades.offset[0];
        const float green = m[3] * r + m[4] * g + m[5] * b + shades.offset[1];
        const float blue = m[6] * r + m[7] * g + m[8] * b + shades.offset[2];
        if constexpr (toGrey) {
            *y++ = static_cast<T>(shades.cut(static_cast<float>(lumaRed) * red + static_cast<float>(lumaGreen) * green
                                             + static_cast<float>(lumaBlue) * blue));
        } else {
            y[0] = static_cast<T>(shades.cut(red));
            y[1] = static_cast<T>(shades.cut(green));
            y[2] = static_cast<T>(shades.cut(blue));
            y += 3;
        }
    }
}

} // namespace

template <class T>
void recolor(const ColorSteps& attributes, std::int64_t images, std::int64_t pixels, int channels, const std::int64_t* counters,
             const T* x, T* y) noexcept
{
    const std::uint64_t firstSample = counters ? static_cast<std::uint64_t>(counters[control::samples]) : 0;
    const std::int64_t from = pixels * channels;
    const std::int64_t to = attributes.toGrey ? pixels : from;
    forRanges(images, rowGrain(from, elementGrain / 2), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t n = begin; n < end; ++n) {
            double means[3] = {};
            if (attributes.usesMeans())
                meansOf(x + n * from, pixels, channels, means);
            const ColorMap map =
                mapOf(attributes.steps.data(), static_cast<int>(attributes.steps.size()), channels, means,
                      attributes.white - attributes.black, attributes.seed, firstSample + static_cast<std::uint64_t>(n));
            const Shades shades(map, attributes);
            if (channels == 1)
                recolorGrey(shades, pixels, x + n * from, y + n * to);
            else if (attributes.toGrey)
                recolorColors<true>(shades, pixels, x + n * from, y + n * to);
            else
                recolorColors<false>(shades, pixels, x + n * from, y + n * to);
        }
    });
}

template void recolor<float>(const ColorSteps&, std::int64_t, std::int64_t, int, const std::int64_t*, const float*,
                             float*) noexcept;
template void recolor<BFloat16>(const ColorSteps&, std::int64_t, std::int64_t, int, const std::int64_t*, const BFloat16*,
                                BFloat16*) noexcept;

} // namespace netsmith::kernels
