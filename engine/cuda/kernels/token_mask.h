#pragma once

#include "engine/cuda/device/stream.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

/// mask = 0 where the id is the padding's, else 1
void tokenMask(Stream& stream, float padding, const float* ids, float* mask, std::int64_t count);

} // namespace netsmith::cuda::kernels
