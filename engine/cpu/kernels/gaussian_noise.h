#pragma once

#include "engine/core/bfloat16.h"
#include "engine/ops/gaussian_noise_steps.h"

#include <cstdint>

namespace netsmith::kernels {

/// y = x + deviation · n, or x · (1 + deviation · n), for `samples` of `elements` numbers, the first of which the
/// counters name, f32 or BFloat16; y may be x. The deviates are within 4e-6 of double arithmetic.
template <class T>
void gaussianNoise(const NoiseSource& source, const std::int64_t* counters, const T* x, T* y, std::int64_t samples,
                   std::int64_t elements) noexcept;

} // namespace netsmith::kernels
