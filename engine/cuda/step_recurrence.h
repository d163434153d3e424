#pragma once

#include "engine/cuda/kernel.h"
#include "engine/ops/recurrence.h"

namespace netsmith::cuda {

// A recurrent layer step by step, a product and a kernel each: every cell, masks, either direction.

Lowered stepForward(const LoweringContext& context, const Op& op);
Lowered stepBackward(const LoweringContext& context, const Op& op);
Lowered stepBackwardWeights(const LoweringContext& context, const Op& op);

} // namespace netsmith::cuda
