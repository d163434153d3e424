#pragma once

#include "engine/ops/warp_steps.h"

// The arithmetic of changing colours, in functions that a GPU runs too.

namespace netsmith {

/// One change of an image's colours, with the interval that each sample draws from independently.
struct ColorStep {
    enum class Kind : std::int32_t {
        brightness, ///< adds a fraction of the range
        contrast, ///< multiplies the distance from the image's mean, channel by channel
        saturation, ///< multiplies the distance from the pixel's grey
        hue, ///< rotates the hue, by a fraction of a full turn
        grey ///< removes the colours with probability `high`
    };
    Kind kind = Kind::brightness;
    std::uint32_t key = 0; ///< makes its draws independent of all others
    double low = 0.0;
    double high = 0.0;
    bool operator==(const ColorStep&) const = default;
};

/// A pixel's new colour: a matrix, row by row, times the old one, plus an offset. For one channel only the first of each is used.
struct ColorMap {
    double matrix[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
    double offset[3] = {0.0, 0.0, 0.0};
};

/// The weight of each channel in a pixel's grey: ITU-R BT.601.
inline constexpr double lumaRed = 0.299;
inline constexpr double lumaGreen = 0.587;
inline constexpr double lumaBlue = 0.114;

/// `matrix` applied after the existing map.
constexpr ColorMap followedBy(const ColorMap& map, const double (&matrix)[9])
{
    ColorMap out;
    for (int i = 0; i < 3; ++i) {
        out.offset[i] = 0.0;
        for (int k = 0; k < 3; ++k)
            out.offset[i] += matrix[3 * i + k] * map.offset[k];
        for (int j = 0; j < 3; ++j) {
            out.matrix[3 * i + j] = 0.0;
            for (int k = 0; k < 3; ++k)
                out.matrix[3 * i + j] += matrix[3 * i + k] * map.matrix[3 * k + j];
        }
    }
    return out;
}

constexpr ColorMap saturated(const ColorMap& map, double factor)
{
    const double r = (1.0 - factor) * lumaRed, g = (1.0 - factor) * lumaGreen, b = (1.0 - factor) * lumaBlue;
    return followedBy(map, {factor + r, g, b, r, factor + g, b, r, g, factor + b});
}

/// A rotation of the plane of I and Q in the colour space YIQ, which keeps greys unchanged.
constexpr ColorMap turned(const ColorMap& map, double turns)
{
    const double c = std::cos(2.0 * 3.14159265358979323846 * turns), s = std::sin(2.0 * 3.14159265358979323846 * turns);
    const ColorMap yiq =
        followedBy(map, {lumaRed, lumaGreen, lumaBlue, 0.595716, -0.274453, -0.321263, 0.211456, -0.522591, 0.311135});
    const ColorMap rotated = followedBy(yiq, {1.0, 0.0, 0.0, 0.0, c, -s, 0.0, s, c});
    return followedBy(rotated, {1.0, 0.9562957, 0.6210244, 1.0, -0.2721221, -0.6473806, 1.0, -1.1069890, 1.7046150});
}

/// All steps as one. `means` are those of the image's channels, which contrast is about; `range` is from black to white.
constexpr ColorMap mapOf(const ColorStep* steps, int count, int channels, const double (&means)[3], double range,
                         std::uint64_t seed, std::uint64_t sample)
{
    ColorMap map;
    for (int i = 0; i < count; ++i) {
        const ColorStep& step = steps[i];
        const Philox::Words words = wordsOf(seed, step.key, sample);
        const double drawn = drawnBetween(step.low, step.high, words[0]);
        switch (step.kind) {
        case ColorStep::Kind::brightness:
            for (double& offset : map.offset)
                offset += drawn * range;
            break;
        case ColorStep::Kind::contrast:
            for (int c = 0; c < 3; ++c) {
                double mean = map.offset[c];
                for (int k = 0; k < channels; ++k)
                    mean += map.matrix[3 * c + k] * means[k];
                map.offset[c] = drawn * map.offset[c] + (1.0 - drawn) * mean;
                for (int k = 0; k < 3; ++k)
                    map.matrix[3 * c + k] *= drawn;
            }
            break;
        case ColorStep::Kind::saturation:
            if (channels == 3)
                map = saturated(map, drawn);
            break;
        case ColorStep::Kind::hue:
            if (channels == 3)
                map = turned(map, drawn);
            break;
        case ColorStep::Kind::grey:
            if (channels == 3 && static_cast<double>(Philox::uniform(words[0])) < step.high)
                map = saturated(map, 0.0);
            break;
        }
    }
    return map;
}

} // namespace netsmith
