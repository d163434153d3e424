#pragma once

#include <cstdint>

// What a noise kernel is given, on every device.

namespace netsmith {

/// The source of the normal deviates of elements 2k and 2k + 1 of the r-th sample: words 2k mod 4 and the next of Philox under
/// `seed` for the counter {k / 2, low and high half of the sample's number, node}, by Box and Muller's formula.
struct NoiseSource {
    std::uint64_t seed = 0;
    std::uint32_t node = 0;
    float deviation = 0.0f;
    bool multiplied = false;
};

} // namespace netsmith
