#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/loss_scale.h"

#include <cstdint>
#include <span>

namespace netsmith::cuda::kernels {

// Everything named here is on the device, the span itself on the host.

/// What the sum of a batch's losses is multiplied by.
void lossScale(Stream& stream, const LossScaling& scaling, const std::int64_t* counters, float* scale);

/// See `ops::scaledGuard`; `by` is what the gradients were multiplied by.
void scaledGuard(Stream& stream, const LossScaling& scaling, double clip, const float* squares, const float* samples,
                 std::span<void* const> losses, const float* by, float* scale, std::int64_t* counters, std::int32_t* status);

} // namespace netsmith::cuda::kernels
