#pragma once

#include "engine/cuda/device/stream.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

/// mask = 1 where w is not 0, else 0
void nonzeroMask(Stream& stream, const float* w, float* mask, std::int64_t elements);

/// x = 0 where the mask is 0
void keepZeros(Stream& stream, float* x, const float* mask, std::int64_t elements);

} // namespace netsmith::cuda::kernels
