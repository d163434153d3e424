#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/norm_steps.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

/// Floats of workspace that `foldBatchNorm` needs.
constexpr std::int64_t foldBatchNormScratch(std::int64_t channels)
{
    return channels;
}

/// w·s and (b − mean)·s + beta, where s = gamma/√(variance + ε): w is [rows, channels], b may be null.
void foldBatchNorm(Stream& stream, const FixedNorm& norm, const float* w, const float* b, float* foldedW, float* foldedB,
                   std::int64_t rows, std::int64_t channels, float* scratch);

} // namespace netsmith::cuda::kernels
