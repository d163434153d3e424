#pragma once

#include "engine/cuda/device/stream.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

/// (samples, steps): mask = 1 before a sample's length, else 0
void lengthMask(Stream& stream, const float* lengths, float* mask, std::int64_t samples, std::int64_t steps);

} // namespace netsmith::cuda::kernels
