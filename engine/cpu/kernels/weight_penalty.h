#pragma once

#include <cstdint>

namespace netsmith::kernels {

/// l1 · Σ|w| + l2 · Σw², accumulated in double; independent of the threads.
double weightPenalty(const float* w, std::int64_t count, float l1, float l2) noexcept;

/// dw = l1 · sign(w) + l2 · w
void weightPenaltySlope(const float* w, std::int64_t count, float l1, float l2, float* dw) noexcept;

/// Scales each column of w, [rows, columns], whose norm exceeds `limit` down to it.
void limitColumnNorms(float* w, std::int64_t rows, std::int64_t columns, float limit) noexcept;

} // namespace netsmith::kernels
