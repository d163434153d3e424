#pragma once

#include "engine/core/symmetric_grid.h"

namespace netsmith {

/// The nearest integer, ties to even, for |x| < 2²².
constexpr float nearestInteger(float x)
{
    constexpr float magic = 0x1.8p23f;
    return (x + magic) - magic;
}

/// The 256 numbers that unsigned 8 bits represent: a code c stands for (c − zero) · step. 0 is always one of them.
struct QuantizationGrid {
    float step = 1.0f;
    float inverse = 1.0f;
    float zero = 0.0f; ///< a whole number

    /// From the smallest to the largest number that shall be represented, as near as the steps allow.
    static constexpr QuantizationGrid between(float low, float high)
    {
        low = low < 0.0f ? low : 0.0f; // a NaN is no limit
        high = high > 0.0f ? high : 0.0f;
        QuantizationGrid grid;
        grid.step = exactStep((high - low) / 255.0f);
        grid.inverse = 1.0f / grid.step;
        const float zero = -low * grid.inverse;
        grid.zero = nearestInteger(zero < 255.0f ? zero : 255.0f);
        return grid;
    }

    /// How many steps x is from 0 once it is brought into the range, before rounding. A NaN is the smallest number.
    constexpr float position(float x) const
    {
        const float steps = x * inverse;
        const float atLeast = steps > -zero ? steps : -zero;
        return atLeast < 255.0f - zero ? atLeast : 255.0f - zero;
    }
    constexpr float represented(float x) const { return nearestInteger(position(x)) * step; }
    constexpr std::uint8_t code(float x) const { return static_cast<std::uint8_t>(nearestInteger(position(x)) + zero); }
    /// Whether rounding, not the range, decides what represents x: where its derivative counts as 1.
    constexpr bool contains(float x) const
    {
        const float steps = x * inverse;
        return steps >= -zero - 0.5f && steps <= 255.5f - zero;
    }
};

/// How many steps of a symmetric grid represent a weight: −127 to 127.
constexpr float weightSteps(float weight, float inverse)
{
    const float steps = weight * inverse;
    const float atLeast = steps > -127.0f ? steps : -127.0f;
    return nearestInteger(atLeast < 127.0f ? atLeast : 127.0f);
}

/// A bias as a whole number of steps of this size, within 30 bits.
constexpr float biasSteps(float bias, float factor)
{
    constexpr float most = 0x1p30f;
    const float steps = bias / factor;
    const float atLeast = steps > -most ? steps : -most;
    const float within = atLeast < most ? atLeast : most;
    return within > -0x1p22f && within < 0x1p22f ? nearestInteger(within) : static_cast<float>(static_cast<std::int32_t>(within));
}

} // namespace netsmith
