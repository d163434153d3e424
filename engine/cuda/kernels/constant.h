#pragma once

#include "engine/cuda/device/stream.h"

namespace netsmith::cuda::kernels {

/// y = value, `count` times
void constant(Stream& stream, float value, float* y, std::int64_t count);

} // namespace netsmith::cuda::kernels
