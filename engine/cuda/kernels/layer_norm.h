#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/norm_steps.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

/// y = gamma·(x − mean)/√(variance + ε) + beta row by row, gamma and beta of `columns` numbers or null; keeps mean and
/// 1/√(variance+ε) of each row. y may be x.
template <class T>
void layerNorm(Stream& stream, const LayerNormShape& shape, double epsilon, const T* x, const float* gamma, const float* beta, T* y,
               float* mean, float* inverse);

/// Bytes that `layerNormBackward` needs.
std::int64_t layerNormWorkspace(const LayerNormShape& shape);

/// dx, dgamma and dbeta; dx may be dy; gamma may be null.
template <class T>
void layerNormBackward(Stream& stream, const LayerNormShape& shape, const T* x, const float* gamma, const float* mean,
                       const float* inverse, const T* dy, T* dx, float* dgamma, float* dbeta, void* workspace);

} // namespace netsmith::cuda::kernels
