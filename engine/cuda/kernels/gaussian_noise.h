#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/gaussian_noise_steps.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

/// y = x + deviation · n, or x · (1 + deviation · n), for `samples` of `elements` numbers, the first of which `counters` on the
/// device names; T is float, BFloat16 or Float16; y may be x. The deviates are within 4e-6 of double arithmetic.
template <class T>
void gaussianNoise(Stream& stream, const NoiseSource& source, const std::int64_t* counters, const T* x, T* y, std::int64_t samples,
                   std::int64_t elements);

} // namespace netsmith::cuda::kernels
