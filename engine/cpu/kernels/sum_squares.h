#pragma once

#include <cstdint>

namespace netsmith::kernels {

/// Σ x² accumulated in double: infinite or a NaN where x holds such. The same whatever the threads.
double sumSquares(const float* x, std::int64_t count) noexcept;

} // namespace netsmith::kernels
