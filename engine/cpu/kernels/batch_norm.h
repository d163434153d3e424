#pragma once

#include "engine/core/bfloat16.h"
#include "engine/ops/norm_steps.h"

#include <cstdint>
#include <functional>

namespace netsmith::kernels {

/// Ranks that share a batch put in what they know of each channel, and get what all know. Null where there is but one.
struct NormJoin {
    double* first;
    double* second;
    std::function<double(std::int64_t rows)> run; ///< returns the rows of all
};

/// Bytes of workspace that each function here needs.
std::int64_t normWorkspace(const NormShape& shape);

/// y = gamma·(x − mean)/√(variance + ε) + beta[ + residual], variance biased. Means and squared deviations are taken over pieces
/// that fit the first cache and merged (Chan, Golub, LeVeque 1979): one pass over memory, no cancellation. Independent of the
/// threads. y may be x or residual.
template <class T>
void batchNorm(const NormShape& shape, const T* x, const float* gamma, const float* beta, const NormStatistics& statistics,
               const T* residual, T* y, void* workspace, const NormJoin* join = nullptr) noexcept;

/// dx, dgamma, dbeta from x, dy and the batch's statistics. With `rectify`, dy counts only where y > 0, and `dresidual` (or null)
/// receives it masked. dx and dresidual may be dy, not both. dgamma and dbeta are of these rows even if dx is of the ranks' sums.
template <class T>
void batchNormBackward(const NormShape& shape, const T* x, const float* gamma, const float* mean, const float* inverse, const T* dy,
                       const T* y, T* dx, float* dgamma, float* dbeta, T* dresidual, void* workspace,
                       const NormJoin* join = nullptr) noexcept;

/// The same as forward, by fixed statistics; beta and mean may be null for 0.
template <class T>
void batchNormInference(const NormShape& shape, const T* x, const float* gamma, const float* beta, const float* mean,
                        const float* variance, float epsilon, const T* residual, T* y, void* workspace) noexcept;

} // namespace netsmith::kernels
