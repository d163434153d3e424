#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/cosine_steps.h"

namespace netsmith::cuda::kernels {

/// Bytes that the sum over the rows needs besides its result.
std::int64_t cosineSimilarityWorkspace(std::int64_t rows);

/// sum = factor·Σ −weight·cos(p, t); a length below 1e-7 counts as that.
void cosineSimilarity(Stream& stream, const CosineRows& rows, double factor, float* sum, void* workspace);

/// dp = weight·slope·factor·seed, where `seed` is a number on the device; may be written over p.
void cosineSimilarityBackward(Stream& stream, const CosineRows& rows, double factor, const float* seed, float* dp);

} // namespace netsmith::cuda::kernels
