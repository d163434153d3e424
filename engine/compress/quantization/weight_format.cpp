#include "engine/compress/quantization/weight_format.h"

#include "engine/core/bfloat16.h"
#include "engine/core/error.h"
#include "engine/core/float16.h"
#include "engine/core/quantization_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace netsmith::compress {
namespace {

/// The numbers of 8 bits with this many in the mantissa.
struct SmallFloat {
    int mantissa;
    int leastExponent; ///< of normal numbers
    float largest;

    /// `number` is at most the largest by size.
    float nearest(float number) const
    {
        int exponent = 0;
        (void)std::frexp(number, &exponent); // number = ½ … 1 · 2^exponent
        const int step = std::max(exponent - 1, leastExponent) - mantissa;
        return std::ldexp(nearestInteger(std::ldexp(number, -step)), step);
    }
};
constexpr SmallFloat e4m3{.mantissa = 3, .leastExponent = -6, .largest = 448.0f};
constexpr SmallFloat e5m2{.mantissa = 2, .leastExponent = -14, .largest = 57344.0f};

float largestOf(std::span<const double> weights)
{
    float largest = 0.0f;
    for (const double weight : weights)
        largest = std::max(largest, std::abs(static_cast<float>(weight)));
    return largest;
}

/// By the smallest power of two that brings all of them into the format.
std::vector<float> inSmallFloats(std::span<const double> weights, const SmallFloat& format)
{
    int scale = 0;
    if (const float largest = largestOf(weights); largest > 0.0f && std::isfinite(largest))
        for (scale = std::ilogb(largest / format.largest); std::ldexp(largest, -scale) > format.largest;)
            ++scale;
    std::vector<float> out;
    for (const double weight : weights)
        out.push_back(std::ldexp(format.nearest(std::ldexp(static_cast<float>(weight), -scale)), scale) + 0.0f);
    return out;
}

/// The nearest multiple of a step, at most `most` steps from 0; 0 has no sign.
float onGrid(double weight, float step, float most)
{
    const float steps = std::clamp(static_cast<float>(weight) / step, -most, most);
    return nearestInteger(steps) * step + 0.0f;
}

/// One step for the weights of a column in some rows: of several, from the one by which the largest of them just fits down to 0.6
/// of it, where it is clipped, the one with the least squared error.
void roundGroup(std::span<const double> weights, std::size_t first, std::size_t stride, std::size_t count, std::span<float> out)
{
    constexpr int steps = 9;
    constexpr float shrinking = 0.05f, most = 7.0f;
    float largest = 0.0f;
    for (std::size_t i = 0; i < count; ++i)
        largest = std::max(largest, std::abs(static_cast<float>(weights[first + i * stride])));
    double least = std::numeric_limits<double>::infinity();
    float best = smallGridScale(largest);
    for (int i = 0; i < steps; ++i) {
        const float step = smallGridScale(largest * (1.0f - shrinking * static_cast<float>(i)));
        double error = 0.0;
        for (std::size_t j = 0; j < count; ++j) {
            const double weight = weights[first + j * stride];
            error += std::pow(weight - double{onGrid(weight, step, most)}, 2);
        }
        if (error < least) {
            least = error;
            best = step;
        }
    }
    for (std::size_t i = 0; i < count; ++i)
        out[first + i * stride] = onGrid(weights[first + i * stride], best, most);
}

std::vector<float> inGroups(std::span<const double> weights, std::size_t channels)
{
    std::vector<float> out(weights.size());
    const std::size_t rows = weights.size() / channels;
    for (std::size_t row = 0; row < rows; row += smallGridRows)
        for (std::size_t channel = 0; channel < channels; ++channel)
            roundGroup(weights, row * channels + channel, channels, std::min<std::size_t>(smallGridRows, rows - row), out);
    return out;
}

std::vector<float> inChannels(std::span<const double> weights, std::size_t channels)
{
    std::vector<float> scales(channels, 0.0f), out;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        float& most = scales[i % channels];
        most = std::max(most, std::abs(static_cast<float>(weights[i])));
    }
    std::ranges::transform(scales, scales.begin(), gridScale);
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const float scale = scales[i % channels];
        out.push_back(weightSteps(static_cast<float>(weights[i]), 1.0f / scale) * scale + 0.0f); // 0 has no sign
    }
    return out;
}

} // namespace

std::string_view idOf(WeightFormat format)
{
    switch (format) {
    case WeightFormat::int8: return "int8";
    case WeightFormat::int4: return "int4";
    case WeightFormat::float16: return "float16";
    case WeightFormat::bfloat16: return "bfloat16";
    case WeightFormat::float8E4M3: return "float8_e4m3";
    case WeightFormat::float8E5M2: break;
    }
    return "float8_e5m2";
}

WeightFormat weightFormatNamed(std::string_view id)
{
    const auto* found = std::ranges::find(weightFormats, id, [](WeightFormat format) { return idOf(format); });
    if (found == weightFormats.end())
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("compress.weight_format",
                               "there is no format \"{0}\" for weights; there are: int8, int4, float16, bfloat16, float8_e4m3, "
                               "float8_e5m2"),
                    id);
    return *found;
}

std::vector<float> inFormat(std::span<const double> weights, std::int64_t channels, WeightFormat format)
{
    switch (format) {
    case WeightFormat::int8: return inChannels(weights, static_cast<std::size_t>(channels));
    case WeightFormat::int4: return inGroups(weights, static_cast<std::size_t>(channels));
    case WeightFormat::float8E4M3: return inSmallFloats(weights, e4m3);
    case WeightFormat::float8E5M2: return inSmallFloats(weights, e5m2);
    case WeightFormat::float16:
    case WeightFormat::bfloat16: break;
    }
    std::vector<float> out;
    for (const double weight : weights) {
        const auto number = static_cast<float>(weight);
        out.push_back((format == WeightFormat::float16 ? roundedToHalf(number) : static_cast<float>(BFloat16(number))) + 0.0f);
    }
    return out;
}

double signalToNoise(std::span<const double> weights, std::span<const float> rounded)
{
    double signal = 0.0, noise = 0.0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        signal += weights[i] * weights[i];
        noise += (weights[i] - double{rounded[i]}) * (weights[i] - double{rounded[i]});
    }
    return noise > 0.0 ? 10.0 * std::log10(signal / noise) : std::numeric_limits<double>::infinity();
}

} // namespace netsmith::compress
