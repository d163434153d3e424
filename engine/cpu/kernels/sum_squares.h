#pragma once

#include <cstdint>

namespace netsmith::kernels {

/// Σ x² accumulated in double, on the caller's thread: infinite or a NaN where x holds such.
double sumSquares(const float* x, std::int64_t count) noexcept;

} // namespace netsmith::kernels
