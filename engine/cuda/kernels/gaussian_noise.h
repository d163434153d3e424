#pragma once

#include "engine/cuda/device/stream.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

/// The source of the normal deviates of elements 2k and 2k + 1 of a sample: words 2k mod 4 and the next of Philox under `seed`
/// for the counter {k / 2, low and high half of the sample's number, node}, by Box and Muller's formula.
struct NoiseSource {
    std::uint64_t seed = 0;
    std::uint32_t node = 0;
    float deviation = 0.0f;
    bool multiplied = false;
};

/// y = x + deviation · n, or x · (1 + deviation · n), for `samples` of `elements` numbers, the first of which `counters` on the
/// device names; T is float, BFloat16 or Float16; y may be x. The deviates are within 4e-6 of double arithmetic.
template <class T>
void gaussianNoise(Stream& stream, const NoiseSource& source, const std::int64_t* counters, const T* x, T* y, std::int64_t samples,
                   std::int64_t elements);

} // namespace netsmith::cuda::kernels
