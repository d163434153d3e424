#pragma once

#include "engine/cpu/kernel.h"
#include "engine/ops/batch_norm.h"
#include "engine/ops/norm_steps.h"

namespace netsmith::cpu {

/// Of batch normalizations over the samples of all ranks: what these know of each channel is joined in the middle of the kernel.
Lowered lowerSharedNorm(const LoweringContext& context, const Op& op, const NormShape& shape);
Lowered lowerSharedNormBackward(const LoweringContext& context, const Op& op, const NormShape& shape);

} // namespace netsmith::cpu
