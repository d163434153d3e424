#pragma once

#include "engine/core/bfloat16.h"
#include "engine/ops/norm_steps.h"

#include <cstdint>

namespace netsmith::kernels {

/// y = gamma·(x − mean)/√(variance + ε) + beta row by row, gamma and beta of `columns` numbers or null; keeps mean and
/// 1/√(variance+ε) of each row. Sums in f32 over pieces of a row, the pieces in double. y may be x.
template <class T>
void layerNorm(const LayerNormShape& shape, double epsilon, const T* x, const float* gamma, const float* beta, T* y, float* mean,
               float* inverse) noexcept;

/// Bytes that `layerNormBackward` needs.
std::int64_t layerNormWorkspace(const LayerNormShape& shape);

/// dx, dgamma and dbeta in one pass over memory. The rows are split into parts depending only on the shape, which are summed
/// separately and joined in order: independent of the threads. dx may be dy; gamma may be null.
template <class T>
void layerNormBackward(const LayerNormShape& shape, const T* x, const float* gamma, const float* mean, const float* inverse,
                       const T* dy, T* dx, float* dgamma, float* dbeta, void* workspace) noexcept;

} // namespace netsmith::kernels
