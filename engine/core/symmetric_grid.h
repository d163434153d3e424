#pragma once

#include <bit>
#include <cstdint>

namespace netsmith {

/// A step rounded up to 16 significant bits, so that its products with integers of 8 bits are exact in float. 1 where it is no
/// positive number of a usual size, as where all numbers are 0.
constexpr float exactStep(float step)
{
    if (!(step >= 0x1p-100f && step <= 0x1p100f))
        return 1.0f;
    return std::bit_cast<float>((std::bit_cast<std::uint32_t>(step) + 0xffu) & ~0xffu);
}

/// The step of the numbers that signed 8 bits represent, from −127 to 127 steps, if the largest of them by size is at least
/// `largest`.
constexpr float gridScale(float largest)
{
    return exactStep(largest / 127.0f);
}

/// The rows of a matrix whose weights share a step of 4 bits, in one column.
inline constexpr std::int64_t smallGridRows = 32;

/// The step of the numbers that signed 4 bits represent, from −7 to 7 steps, if the largest of them by size is at least `largest`;
/// rounded up to a bfloat16.
constexpr float smallGridScale(float largest)
{
    const float step = largest / 7.0f;
    if (!(step >= 0x1p-100f && step <= 0x1p100f))
        return 1.0f;
    return std::bit_cast<float>((std::bit_cast<std::uint32_t>(step) + 0xffffu) & ~0xffffu);
}

} // namespace netsmith
