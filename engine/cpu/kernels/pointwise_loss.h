#pragma once

#include "engine/ops/pointwise_loss.h"
#include "engine/ops/pointwise_steps.h"

#include <cstdint>

namespace netsmith::kernels {

/// Σ weight·loss, accumulated in double.
template <class Target>
double pointwiseLoss(const PointwiseLossAttributes& loss, const PointwisePair<Target>& pair) noexcept;

/// dp = weight·slope·scale; may be written over p.
template <class Target>
void pointwiseLossBackward(const PointwiseLossAttributes& loss, const PointwisePair<Target>& pair, float scale, float* dp) noexcept;

/// Bytes that the sum needs besides its result.
constexpr std::int64_t pointwiseLossWorkspace(std::int64_t)
{
    return 0;
}
/// sum = factor·Σ weight·loss
template <class Target>
void pointwiseLoss(const PointwiseLossAttributes& loss, const PointwisePair<Target>& pair, double factor, float* sum,
                   void*) noexcept
{
    *sum = static_cast<float>(pointwiseLoss(loss, pair) * factor);
}
/// dp = weight·slope·factor·seed; may be written over p.
template <class Target>
void pointwiseLossBackward(const PointwiseLossAttributes& loss, const PointwisePair<Target>& pair, double factor, const float* seed,
                           float* dp) noexcept
{
    pointwiseLossBackward(loss, pair, static_cast<float>(static_cast<double>(*seed) * factor), dp);
}

} // namespace netsmith::kernels
