#pragma once

#include "engine/cuda/device/stream.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

// x is [rows, channels], float, BFloat16 or Float16.
/// y = x where it is positive, else alpha · x; y may be x.
template <class T>
void prelu(Stream& stream, const T* x, const float* alpha, T* y, std::int64_t rows, std::int64_t channels);

/// Floats of workspace that `preluBackward` needs.
std::int64_t preluScratch(std::int64_t rows, std::int64_t channels);
/// dx may be x or dy.
template <class T>
void preluBackward(Stream& stream, const T* x, const float* alpha, const T* dy, T* dx, float* dAlpha, std::int64_t rows,
                   std::int64_t channels, float* scratch);

} // namespace netsmith::cuda::kernels
