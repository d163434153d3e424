#pragma once

#include "engine/cuda/device/stream.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

/// y = the numbers of IEEE 754's binary16 nearest to x (`half`), or those of bfloat16; y may be x.
void round(Stream& stream, bool half, const float* x, float* y, std::int64_t count);

} // namespace netsmith::cuda::kernels
