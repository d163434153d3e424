#pragma once

#include <cstdint>

namespace netsmith::kernels {

// All on the caller's thread.

/// sum ← sum + x
void addInto(const float* x, float* sum, std::int64_t count) noexcept;

/// x ← min(max(x, −most), most); a NaN stays one
void clipInto(float most, float* x, std::int64_t count) noexcept;

/// average ← average + (x − average)·share
void averageInto(float share, const float* x, float* average, std::int64_t count) noexcept;

} // namespace netsmith::kernels
