#pragma once

#include "engine/ops/control.h"

#include <cstdint>

namespace netsmith::kernels {

/// l1 · Σ|w| + l2 · Σw², accumulated in double; independent of the threads.
double weightPenalty(const float* w, std::int64_t count, float l1, float l2) noexcept;

/// dw = l1 · sign(w) + l2 · w
void weightPenaltySlope(const float* w, std::int64_t count, float l1, float l2, float* dw) noexcept;

/// Scales each column of w, [rows, columns], whose norm exceeds `limit` down to it.
void limitColumnNorms(float* w, std::int64_t rows, std::int64_t columns, float limit) noexcept;

/// Bytes of workspace that `weightPenalty` needs.
constexpr std::int64_t weightPenaltyWorkspace(std::int64_t)
{
    return 0;
}
/// out = factor · (l1 · Σ|w| + l2 · Σw²)
inline void weightPenalty(const float* w, std::int64_t count, double l1, double l2, double factor, float* out, void*) noexcept
{
    *out = static_cast<float>(factor * weightPenalty(w, count, static_cast<float>(l1), static_cast<float>(l2)));
}
/// dw = slope · factor · (l1 · sign(w) + 2 · l2 · w)
inline void weightPenaltySlope(const float* w, const float* slope, std::int64_t count, double l1, double l2, double factor,
                               float* dw) noexcept
{
    const double all = *slope * factor;
    weightPenaltySlope(w, count, static_cast<float>(all * l1), static_cast<float>(2.0 * all * l2), dw);
}
/// The same if the status is good.
inline void limitColumnNorms(float* w, std::int64_t rows, std::int64_t columns, double limit, const std::int32_t* status) noexcept
{
    if (*status == control::good)
        limitColumnNorms(w, rows, columns, static_cast<float>(limit));
}

} // namespace netsmith::kernels
