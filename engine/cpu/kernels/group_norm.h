#pragma once

#include "engine/core/bfloat16.h"
#include "engine/ops/norm_steps.h"

#include <cstdint>

namespace netsmith::kernels {

/// Bytes that the functions here need.
std::int64_t groupNormWorkspace(const GroupNormShape& shape);

/// y = gamma·(x − mean)/√(variance + ε) + beta, mean and variance over the positions and one group's channels of a sample, kept as
/// [samples, groups]; gamma and beta may be null. Sample by sample, so that it stays in the cache between the passes. y may be x.
template <class T>
void groupNorm(const GroupNormShape& shape, double epsilon, const T* x, const float* gamma, const float* beta, T* y, float* mean,
               float* inverse, void* workspace) noexcept;

/// dx, dgamma and dbeta, the latter two added up in the order of the samples: independent of the threads. dx may be dy; gamma
/// may be null.
template <class T>
void groupNormBackward(const GroupNormShape& shape, const T* x, const float* gamma, const float* mean, const float* inverse,
                       const T* dy, T* dx, float* dgamma, float* dbeta, void* workspace) noexcept;

} // namespace netsmith::kernels
