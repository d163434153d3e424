#pragma once

#include <cstdint>

namespace netsmith::kernels {

/// y = the numbers of IEEE 754's binary16 nearest to x (`half`), or those of bfloat16; y may be x. See `roundedToHalf`.
void round(bool half, const float* x, float* y, std::int64_t count) noexcept;

} // namespace netsmith::kernels
