#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/activation.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

/// y[i] = activation(x[i] + bias[i mod columns]); T is float, BFloat16 or Float16, and y may be x.
template <class T>
void addBias(Stream& stream, Activation activation, const T* x, const float* bias, T* y, std::int64_t count, std::int64_t columns);

} // namespace netsmith::cuda::kernels
