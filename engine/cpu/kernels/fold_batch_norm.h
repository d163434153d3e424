#pragma once

#include "engine/ops/norm_steps.h"

#include <cstdint>

namespace netsmith::kernels {

/// Floats of workspace that `foldBatchNorm` needs.
constexpr std::int64_t foldBatchNormScratch(std::int64_t)
{
    return 0;
}

/// w·s and (b − mean)·s + beta, where s = gamma/√(variance + ε): w is [rows, channels], b may be null.
void foldBatchNorm(const FixedNorm& norm, const float* w, const float* b, float* foldedW, float* foldedB, std::int64_t rows,
                   std::int64_t channels, float* scratch) noexcept;

} // namespace netsmith::kernels
