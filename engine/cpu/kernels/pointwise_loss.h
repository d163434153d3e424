#pragma once

#include "engine/ops/pointwise_loss.h"

#include <cstdint>

namespace netsmith::kernels {

/// Numbers p [count] against t [count] (float, or i32 classes). With weights, each of them counts for `count / weights` numbers in
/// a row; null for none.
template <class Target>
struct PointwisePair {
    const float* prediction;
    const Target* target;
    std::int64_t count;
    const float* weight = nullptr;
    std::int64_t weights = 0;
};

/// Σ weight·loss, accumulated in double.
template <class Target>
double pointwiseLoss(const PointwiseLossAttributes& loss, const PointwisePair<Target>& pair) noexcept;

/// dp = weight·slope·scale; may be written over p.
template <class Target>
void pointwiseLossBackward(const PointwiseLossAttributes& loss, const PointwisePair<Target>& pair, float scale, float* dp) noexcept;

} // namespace netsmith::kernels
