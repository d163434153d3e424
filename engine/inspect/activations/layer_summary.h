#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace netsmith::inspect {

/// The distribution of a layer's numbers. All but the counts are of the finite ones, and 0 if there are none.
struct LayerSummary {
    std::int64_t count = 0;
    double least = 0.0;
    double most = 0.0;
    double mean = 0.0;
    double deviation = 0.0; ///< standard, of these numbers and not of a sample
    std::int64_t zeros = 0;
    std::int64_t notFinite = 0; ///< NaN and infinities

    double zeroShare() const { return count > 0 ? static_cast<double>(zeros) / static_cast<double>(count) : 0.0; }
};

LayerSummary summaryOf(std::span<const float> values);

/// How many of the finite numbers are in each of `bins` equal intervals from the least to the largest; all in the middle one if
/// they are equal. Numbers that are exactly 0 are left out: after a ReLU they would dwarf all others, and the summary counts them.
std::vector<std::int64_t> histogramOf(std::span<const float> values, const LayerSummary& summary, int bins);

} // namespace netsmith::inspect
