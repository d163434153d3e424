#pragma once

#include "engine/cuda/device/stream.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

/// Bytes of workspace that `weightPenalty` needs.
std::int64_t weightPenaltyWorkspace(std::int64_t count);

/// out = factor · (l1 · Σ|w| + l2 · Σw²), accumulated in double
void weightPenalty(Stream& stream, const float* w, std::int64_t count, double l1, double l2, double factor, float* out,
                   void* workspace);

/// dw = slope · factor · (l1 · sign(w) + 2 · l2 · w), the slope on the device
void weightPenaltySlope(Stream& stream, const float* w, const float* slope, std::int64_t count, double l1, double l2, double factor,
                        float* dw);

/// Scales each column of w, [rows, columns], whose norm exceeds `limit` down to it, if the status is good.
void limitColumnNorms(Stream& stream, float* w, std::int64_t rows, std::int64_t columns, double limit, const std::int32_t* status);

} // namespace netsmith::cuda::kernels
