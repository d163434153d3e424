#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/norm_steps.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

/// Bytes that the functions here need.
std::int64_t groupNormWorkspace(const GroupNormShape& shape);

/// y = gamma·(x − mean)/√(variance + ε) + beta, mean and variance over the positions and one group's channels of a sample, kept as
/// [samples, groups]; gamma and beta may be null. y may be x.
template <class T>
void groupNorm(Stream& stream, const GroupNormShape& shape, double epsilon, const T* x, const float* gamma, const float* beta, T* y,
               float* mean, float* inverse, void* workspace);

/// dx, dgamma and dbeta; dx may be dy; gamma may be null.
template <class T>
void groupNormBackward(Stream& stream, const GroupNormShape& shape, const T* x, const float* gamma, const float* mean,
                       const float* inverse, const T* dy, T* dx, float* dgamma, float* dbeta, void* workspace);

} // namespace netsmith::cuda::kernels
