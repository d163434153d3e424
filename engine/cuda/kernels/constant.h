#pragma once

#include "engine/cuda/device/stream.h"

namespace netsmith::cuda::kernels {

/// *y = value
void constant(Stream& stream, float value, float* y);

} // namespace netsmith::cuda::kernels
