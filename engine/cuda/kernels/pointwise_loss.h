#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/pointwise_loss.h"
#include "engine/ops/pointwise_steps.h"

namespace netsmith::cuda::kernels {

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
