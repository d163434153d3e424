#pragma once

#include "engine/core/philox.h"

#include <cmath>
#include <cstdint>

// The arithmetic of moving images, in functions that a GPU runs too: every backend draws the same numbers and looks in the same
// place.

namespace netsmith {

/// One movement of an image, with the intervals that each sample draws from independently. Pairs are vertical, then horizontal.
struct WarpStep {
    enum class Kind : std::int32_t {
        flip, ///< upside down with the probability high[0], left to right with high[1]
        rotate, ///< counter-clockwise about the centre, by an angle from [low[0], high[0]] in radians
        scale, ///< about the centre, by factors from the two intervals; one draw for both where `linked`
        shear, ///< rows shifted by high[1] of their distance from the centre, columns by high[0] of theirs
        shift, ///< by fractions of height and width
        tilt, ///< in perspective: x / (1 + a·x + b·y), x and y from −1 to 1 over the image
        window, ///< out of whole pixels: the first row and column are whole numbers in the intervals, below 0 where it is padded
        resize ///< from one size to the other, pixels being squares
    };
    Kind kind = Kind::flip;
    std::uint32_t key = 0; ///< makes its draws independent of all others
    std::int32_t height = 0; ///< of the image it gets, in pixels
    std::int32_t width = 0;
    std::int32_t outputHeight = 0;
    std::int32_t outputWidth = 0;
    double low[2] = {0.0, 0.0};
    double high[2] = {0.0, 0.0};
    std::int32_t linked = 0;
    bool operator==(const WarpStep&) const = default;
};

/// How the area beyond the edges is filled.
enum class WarpFill : std::int32_t { constant, nearest, reflect, wrap };

/// The position in the input of an output pixel: a projective map of (column, row, 1), row by row.
struct WarpMap {
    double m[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};

    constexpr bool isAffine() const { return m[6] == 0.0 && m[7] == 0.0 && m[8] == 1.0; }
};

/// A number from [low, high) by a word of Philox.
constexpr double drawnBetween(double low, double high, std::uint32_t word)
{
    return low + (high - low) * static_cast<double>(Philox::uniform(word));
}

/// A whole number from [low, high] by a word of Philox.
constexpr double drawnWhole(double low, double high, std::uint32_t word)
{
    return low + static_cast<double>((static_cast<std::uint64_t>(word) * static_cast<std::uint64_t>(high - low + 1.0)) >> 32);
}

/// The random words of a transformation for the `sample`-th sample drawn in a run.
constexpr Philox::Words wordsOf(std::uint64_t seed, std::uint32_t key, std::uint64_t sample, std::uint32_t block = 0)
{
    return Philox::draw(seed, {block, static_cast<std::uint32_t>(sample), static_cast<std::uint32_t>(sample >> 32), key});
}

constexpr WarpMap product(const WarpMap& a, const WarpMap& b)
{
    WarpMap out;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            out.m[3 * i + j] = a.m[3 * i] * b.m[j] + a.m[3 * i + 1] * b.m[3 + j] + a.m[3 * i + 2] * b.m[6 + j];
    return out;
}

/// `map` about the centre of an image instead of its first pixel.
constexpr WarpMap centred(const WarpMap& map, const WarpStep& step)
{
    const double x = 0.5 * (step.width - 1);
    const double y = 0.5 * (step.height - 1);
    return product(product({{1.0, 0.0, x, 0.0, 1.0, y, 0.0, 0.0, 1.0}}, map), {{1.0, 0.0, -x, 0.0, 1.0, -y, 0.0, 0.0, 1.0}});
}

/// From a pixel of a step's output to its input.
constexpr WarpMap mapOf(const WarpStep& step, const Philox::Words& words)
{
    const double vertical = drawnBetween(step.low[0], step.high[0], words[0]);
    const double horizontal = drawnBetween(step.low[1], step.high[1], words[step.linked != 0 ? 0 : 1]);
    switch (step.kind) {
    case WarpStep::Kind::flip: {
        const double y = static_cast<double>(Philox::uniform(words[0])) < step.high[0] ? -1.0 : 1.0;
        const double x = static_cast<double>(Philox::uniform(words[1])) < step.high[1] ? -1.0 : 1.0;
        return centred({{x, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, 1.0}}, step);
    }
    case WarpStep::Kind::rotate: {
        const double c = std::cos(vertical);
        const double s = std::sin(vertical);
        return centred({{c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0}}, step);
    }
    case WarpStep::Kind::scale: return centred({{1.0 / horizontal, 0.0, 0.0, 0.0, 1.0 / vertical, 0.0, 0.0, 0.0, 1.0}}, step);
    case WarpStep::Kind::shear: return centred({{1.0, -horizontal, 0.0, -vertical, 1.0, 0.0, 0.0, 0.0, 1.0}}, step);
    case WarpStep::Kind::shift: return {{1.0, 0.0, -horizontal * step.width, 0.0, 1.0, -vertical * step.height, 0.0, 0.0, 1.0}};
    case WarpStep::Kind::tilt:
        return centred({{1.0, 0.0, 0.0, 0.0, 1.0, 0.0, horizontal * 2.0 / step.width, vertical * 2.0 / step.height, 1.0}}, step);
    case WarpStep::Kind::window:
        return {{1.0, 0.0, drawnWhole(step.low[1], step.high[1], words[1]), 0.0, 1.0,
                 drawnWhole(step.low[0], step.high[0], words[0]), 0.0, 0.0, 1.0}};
    case WarpStep::Kind::resize: {
        const double x = static_cast<double>(step.width) / step.outputWidth;
        const double y = static_cast<double>(step.height) / step.outputHeight;
        return {{x, 0.0, 0.5 * x - 0.5, 0.0, y, 0.5 * y - 0.5, 0.0, 0.0, 1.0}};
    }
    }
    return {};
}

/// All steps combined: the first step is the last of the inverse.
constexpr WarpMap mapOf(const WarpStep* steps, int count, std::uint64_t seed, std::uint64_t sample)
{
    WarpMap map;
    for (int i = 0; i < count; ++i)
        map = product(map, mapOf(steps[i], wordsOf(seed, steps[i].key, sample)));
    return map;
}

/// The pixel used for `index` along an axis of `size` pixels; −1: the fill value.
constexpr std::int64_t pixelAt(std::int64_t index, std::int64_t size, WarpFill fill)
{
    if (index >= 0 && index < size)
        return index;
    switch (fill) {
    case WarpFill::constant: return -1;
    case WarpFill::nearest: return index < 0 ? 0 : size - 1;
    case WarpFill::reflect: {
        const std::int64_t period = 2 * size;
        const std::int64_t place = ((index % period) + period) % period;
        return place < size ? place : period - 1 - place;
    }
    case WarpFill::wrap: return ((index % size) + size) % size;
    }
    return -1;
}

/// Of the images that a kernel warps, and of what becomes of them.
struct WarpSizes {
    std::int64_t images;
    std::int64_t height;
    std::int64_t width;
    std::int64_t channels;
    std::int64_t outputHeight;
    std::int64_t outputWidth;
};

} // namespace netsmith
