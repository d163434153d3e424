#pragma once

#include "engine/core/bfloat16.h"

#include <cstdint>

namespace netsmith::kernels {

/// y = x [samples, steps, width], `other` standing in the steps whose mask is 0; `spares`: not in samples where all of them are.
template <class T>
void maskSteps(T other, bool spares, const T* x, const float* mask, T* y, std::int64_t samples, std::int64_t steps,
               std::int64_t width) noexcept;

/// Bytes that `countSteps` needs besides its results.
constexpr std::int64_t countStepsWorkspace(std::int64_t)
{
    return 0;
}
/// How many of `count` numbers are not 0, at least 1, over `steps`; and 1 over that. One number per step: not worth a second
/// thread.
void countSteps(const float* mask, float* samples, float* inverse, void* workspace, std::int64_t count,
                std::int64_t steps) noexcept;

} // namespace netsmith::kernels
