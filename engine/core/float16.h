#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace netsmith {

/// The float nearest to `value` among IEEE 754's binary16 numbers, ties to even: 11 bits of precision from 2⁻¹⁴ to 65504, multiples
/// of 2⁻²⁴ below, infinity from 65520 on. A NaN stays one.
constexpr float roundedToHalf(float value)
{
    const auto word = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = word & 0x80000000u;
    const float size = std::bit_cast<float>(word ^ sign);
    float rounded = size;
    if (size >= 65520.0f) // and no NaN
        rounded = std::numeric_limits<float>::infinity();
    else if (size < 0x1p-14f)
        rounded = (size + 0.5f) - 0.5f; // numbers from ½ to 1 lie 2⁻²⁴ apart
    else if (size == size)
        rounded = std::bit_cast<float>(((word ^ sign) + 0x0fffu + ((word >> 13) & 1u)) & ~0x1fffu);
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(rounded) | sign);
}

/// The number that 16 bits of IEEE 754's binary16 stand for.
constexpr float halfValue(std::uint16_t bits)
{
    const std::uint32_t sign = (bits & 0x8000u) << 16;
    const std::uint32_t exponent = bits >> 10 & 0x1fu, mantissa = bits & 0x3ffu;
    float size = static_cast<float>(mantissa) * 0x1p-24f; // a subnormal
    if (exponent != 0) // the bias is 15 there, 127 here; the largest exponent is for infinities and NaNs
        size = std::bit_cast<float>((exponent == 0x1fu ? 0xffu : exponent + 112u) << 23 | mantissa << 13);
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(size) | sign);
}

/// The 16 bits of `roundedToHalf(value)`.
constexpr std::uint16_t halfBits(float value)
{
    const auto word = std::bit_cast<std::uint32_t>(roundedToHalf(value));
    const std::uint32_t sign = word >> 16 & 0x8000u;
    const float size = std::bit_cast<float>(word & 0x7fffffffu);
    std::uint32_t bits = 0x7e00u; // a NaN
    if (size <= 65504.0f)
        bits = size < 0x1p-14f ? static_cast<std::uint32_t>(size * 0x1p24f) : ((word & 0x7fffffffu) >> 13) - (112u << 10);
    else if (size == size)
        bits = 0x7c00u;
    return static_cast<std::uint16_t>(sign | bits);
}

} // namespace netsmith
