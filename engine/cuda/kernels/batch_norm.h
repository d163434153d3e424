#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/norm_steps.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

/// Bytes of workspace that each function here needs.
std::int64_t normWorkspace(const NormShape& shape);

/// y = gamma·(x − mean)/√(variance + ε) + beta[ + residual], variance biased; residual may be null, y may be x or residual. Means
/// and squared deviations of slices are joined (Chan, Golub, LeVeque 1979): x is read once for them, and nothing cancels.
template <class T>
void batchNorm(Stream& stream, const NormShape& shape, const T* x, const float* gamma, const float* beta,
               const NormStatistics& statistics, const T* residual, T* y, void* workspace);

/// dx, dgamma, dbeta from x, dy and the batch's statistics. With `rectify`, dy counts only where y > 0, and `dresidual` (or null)
/// receives it masked. dx and dresidual may be x and dy, in either order.
template <class T>
void batchNormBackward(Stream& stream, const NormShape& shape, const T* x, const float* gamma, const float* mean,
                       const float* inverse, const T* dy, const T* y, T* dx, float* dgamma, float* dbeta, T* dresidual,
                       void* workspace);

/// The same as forward, by fixed statistics; beta and mean may be null for 0.
template <class T>
void batchNormInference(Stream& stream, const NormShape& shape, const T* x, const float* gamma, const float* beta,
                        const float* mean, const float* variance, float epsilon, const T* residual, T* y, void* workspace);

} // namespace netsmith::cuda::kernels
