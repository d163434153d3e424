#pragma once

#include <cstdint>

// What a dropout kernel is given, on every device.

namespace netsmith {

/// The source of the mask of element e of the r-th sample: word e mod 4 of Philox under `seed` for the counter {e / 4, low and
/// high half of the sample's number, node}. The element is kept where that word's uniform number is ≥ rate.
struct DropoutMask {
    std::uint64_t seed = 0;
    std::uint32_t node = 0;
    float rate = 0.0f;
};

/// What becomes of x: kept ? x · factor + shift : dropped.
struct DropoutResult {
    float factor = 1.0f;
    float shift = 0.0f;
    float dropped = 0.0f;
};

} // namespace netsmith
