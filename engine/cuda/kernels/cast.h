#pragma once

#include "engine/core/bfloat16.h"
#include "engine/cuda/device/stream.h"

namespace netsmith::cuda::kernels {

/// Rounded to nearest even.
void cast(Stream& stream, const float* x, BFloat16* y, std::int64_t count);
/// Exact.
void cast(Stream& stream, const BFloat16* x, float* y, std::int64_t count);

} // namespace netsmith::cuda::kernels
