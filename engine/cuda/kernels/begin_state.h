#pragma once

#include "engine/cuda/device/stream.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

/// y = the state, or 0 where the position among the counters is 0.
void beginState(Stream& stream, const float* state, const std::int64_t* counters, float* y, std::int64_t count);

} // namespace netsmith::cuda::kernels
