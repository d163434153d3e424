#pragma once

#include "engine/ops/loss_scale.h"

#include <span>

namespace netsmith::kernels {

/// What the sum of a batch's losses is multiplied by.
void lossScale(const LossScaling& scaling, const std::int64_t* counters, float* scale) noexcept;

/// See `ops::scaledGuard`; `by` is what the gradients were multiplied by, and each loss the address of a float.
void scaledGuard(const LossScaling& scaling, double clip, const float* squares, const float* samples, std::span<void* const> losses,
                 const float* by, float* scale, std::int64_t* counters, std::int32_t* status) noexcept;

} // namespace netsmith::kernels
