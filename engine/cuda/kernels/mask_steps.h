#pragma once

#include "engine/cuda/device/stream.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

/// y = x [samples, steps, width], `other` standing in the steps whose mask is 0; `spares`: not in samples where all of them are.
template <class T>
void maskSteps(Stream& stream, T other, bool spares, const T* x, const float* mask, T* y, std::int64_t samples, std::int64_t steps,
               std::int64_t width);

/// Bytes that `countSteps` needs besides its results.
std::int64_t countStepsWorkspace(std::int64_t count);
/// How many of `count` numbers are not 0, at least 1, over `steps`; and 1 over that.
void countSteps(Stream& stream, const float* mask, float* samples, float* inverse, void* workspace, std::int64_t count,
                std::int64_t steps);

} // namespace netsmith::cuda::kernels
