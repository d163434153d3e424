#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/pointwise_loss.h"

namespace netsmith::cuda::kernels {

/// Numbers p [count] against t [count] (float, or i32 classes). With weights, each of them counts for `each` numbers in a row; null
/// for none.
template <class Target>
struct PointwisePair {
    const float* prediction;
    const Target* target;
    std::int64_t count;
    const float* weight = nullptr;
    std::int64_t each = 1;
};

/// Bytes that the sum over `count` numbers needs besides its result.
std::int64_t pointwiseLossWorkspace(std::int64_t count);

/// sum = factor·Σ weight·loss, accumulated in double.
template <class Target>
void pointwiseLoss(Stream& stream, const PointwiseLossAttributes& loss, const PointwisePair<Target>& pair, double factor,
                   float* sum, void* workspace);

/// dp = weight·slope·factor·seed, where `seed` is a number on the device; may be written over p.
template <class Target>
void pointwiseLossBackward(Stream& stream, const PointwiseLossAttributes& loss, const PointwisePair<Target>& pair, double factor,
                           const float* seed, float* dp);

} // namespace netsmith::cuda::kernels
