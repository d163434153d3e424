#pragma once

#include "engine/core/bfloat16.h"

#include <cstdint>

namespace netsmith::kernels {

/// Rounded to nearest even.
void convert(const float* x, BFloat16* y, std::int64_t count) noexcept;
/// Exact.
void convert(const BFloat16* x, float* y, std::int64_t count) noexcept;

} // namespace netsmith::kernels
