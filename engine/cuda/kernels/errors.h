#pragma once

#include "engine/cuda/device/stream.h"

namespace netsmith::cuda::kernels {

/// Bytes that the sums over `count` numbers need beside their results.
std::int64_t errorsWorkspace(std::int64_t count);

/// sum = factor·Σ (p − t)², accumulated in double.
void squaredErrors(Stream& stream, const float* prediction, const float* target, double factor, float* sum, void* workspace,
                   std::int64_t count);
/// dp = 2·(p − t)·factor·seed, where `seed` is a number on the device; may be written over p.
void squaredErrorsBackward(Stream& stream, const float* prediction, const float* target, const float* seed, double factor,
                           float* dp, std::int64_t count);
/// sum = factor·Σ |p − t|
void absoluteErrors(Stream& stream, const float* prediction, const float* target, double factor, float* sum, void* workspace,
                    std::int64_t count);

} // namespace netsmith::cuda::kernels
