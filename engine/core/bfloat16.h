#pragma once

#include <bit>
#include <cstdint>

namespace netsmith {

/// The upper half of a float: 8 bits of exponent, 7 of mantissa. For storage only, never for arithmetic.
struct BFloat16 {
    std::uint16_t bits = 0;

    BFloat16() = default;
    /// Rounds to nearest even; a NaN stays a NaN.
    explicit constexpr BFloat16(float value)
    {
        const auto word = std::bit_cast<std::uint32_t>(value);
        const bool isNan = (word & 0x7fffffffu) > 0x7f800000u;
        bits = isNan ? static_cast<std::uint16_t>(word >> 16 | 0x40u)
                     : static_cast<std::uint16_t>((word + 0x7fffu + (word >> 16 & 1u)) >> 16);
    }
    explicit constexpr BFloat16(double value)
        : BFloat16(static_cast<float>(value))
    {
    }

    explicit constexpr operator float() const { return std::bit_cast<float>(std::uint32_t{bits} << 16); }
    explicit constexpr operator double() const { return static_cast<double>(static_cast<float>(*this)); }
};

} // namespace netsmith
