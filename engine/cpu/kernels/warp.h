#pragma once

#include "engine/core/bfloat16.h"
#include "engine/ops/warp.h"
#include "engine/ops/warp_steps.h"

namespace netsmith::kernels {

using WarpSteps = WarpAttributes;

/// N,H,W,C images into another batch, which must not overlap it; `counters` are null where no step draws.
template <class T>
void warp(const WarpSteps& attributes, const WarpSizes& batch, const std::int64_t* counters, const T* x, T* y) noexcept;

} // namespace netsmith::kernels
