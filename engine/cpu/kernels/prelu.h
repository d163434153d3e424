#pragma once

#include "engine/core/bfloat16.h"

#include <cstdint>

namespace netsmith::kernels {

// x is [rows, channels], f32 or BFloat16. A NaN stays one.
/// y = x where it is positive, else alpha · x; y may be x.
template <class T>
void prelu(const T* x, const float* alpha, T* y, std::int64_t rows, std::int64_t channels) noexcept;

/// Floats of workspace that `preluBackward` needs.
std::int64_t preluScratch(std::int64_t rows, std::int64_t channels);
/// dx may be x or dy.
template <class T>
void preluBackward(const T* x, const float* alpha, const T* dy, T* dx, float* dAlpha, std::int64_t rows, std::int64_t channels,
                   float* scratch) noexcept;

} // namespace netsmith::kernels
