#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace netsmith::compress {

/// The numbers that weights are rounded to, if only they are.
enum class WeightFormat : std::uint8_t {
    int8, ///< integers from −127 to 127 times a step for each channel
    int4, ///< integers from −7 to 7 times a step for each 32 rows of a channel
    float16, ///< IEEE 754's binary16
    bfloat16, ///< the upper half of a float
    float8E4M3, ///< 4 bits of exponent and 3 of mantissa, times a power of two for the array: Micikevicius et al. 2022
    float8E5M2, ///< 5 and 2
};
inline constexpr std::array weightFormats{WeightFormat::int8,     WeightFormat::int4,       WeightFormat::float16,
                                          WeightFormat::bfloat16, WeightFormat::float8E4M3, WeightFormat::float8E5M2};
/// "int4", "float8_e4m3": as on the command line and in JSON.
std::string_view idOf(WeightFormat format);
/// Throws `compress.weight_format`.
WeightFormat weightFormatNamed(std::string_view id);

/// The number of a format that is nearest to each weight, ties to even. The channels are the last axis, `channels` long, and all
/// other axes are the rows. Steps are such that the largest weight by size fits; those of int4 the ones of several with the least
/// squared error. Weights too large for 16 bits become infinite.
std::vector<float> inFormat(std::span<const double> weights, std::int64_t channels, WeightFormat format);

/// In decibels: Σw² against the squared error. Infinite where nothing was lost.
double signalToNoise(std::span<const double> weights, std::span<const float> rounded);

} // namespace netsmith::compress
