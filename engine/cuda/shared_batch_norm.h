#pragma once

#include "engine/cuda/kernel.h"
#include "engine/ops/batch_norm.h"
#include "engine/ops/norm_steps.h"

namespace netsmith::cuda {

/// Of batch normalizations over the samples of all ranks: throw `ranks.norm`, for they are not available on a GPU.
Lowered lowerSharedNorm(const LoweringContext& context, const Op& op, const NormShape& shape);
Lowered lowerSharedNormBackward(const LoweringContext& context, const Op& op, const NormShape& shape);

} // namespace netsmith::cuda
