#pragma once

#include "engine/core/bfloat16.h"

#include <cstdint>

namespace netsmith::kernels {

/// The source of the normal deviates of elements 2k and 2k + 1 of the r-th sample: words 2k mod 4 and the next of Philox under
/// `seed` for the counter {k / 2, low and high half of the sample's number, node}, by Box and Muller's formula.
struct NoiseSource {
    std::uint64_t seed = 0;
    std::uint32_t node = 0;
    float deviation = 0.0f;
    bool multiplied = false;
};

/// y = x + deviation · n, or x · (1 + deviation · n), for `samples` of `elements` numbers, the first of which the
/// counters name, f32 or BFloat16; y may be x. The deviates are within 4e-6 of double arithmetic.
template <class T>
void gaussianNoise(const NoiseSource& source, const std::int64_t* counters, const T* x, T* y, std::int64_t samples,
                   std::int64_t elements) noexcept;

} // namespace netsmith::kernels
