#pragma once

#include "engine/ops/cosine_steps.h"

#include <cstdint>

namespace netsmith::kernels {

/// Bytes that the sum over the rows needs besides its result.
constexpr std::int64_t cosineSimilarityWorkspace(std::int64_t)
{
    return 0;
}

/// sum = factor·Σ −weight·cos(p, t); a length below 1e-7 counts as that.
void cosineSimilarity(const CosineRows& rows, double factor, float* sum, void* workspace) noexcept;

/// dp = weight·slope·factor·seed; may be written over p.
void cosineSimilarityBackward(const CosineRows& rows, double factor, const float* seed, float* dp) noexcept;

} // namespace netsmith::kernels
