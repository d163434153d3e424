#pragma once

#include "engine/cpu/kernel.h"

namespace netsmith::cpu {

// One a file of the op's basename; `kernel_table.cpp` names them all.
Lowered lowerConv2d(const LoweringContext& context, const Op& op);
Lowered lowerConv2dBackwardData(const LoweringContext& context, const Op& op);
Lowered lowerConv2dBackwardWeights(const LoweringContext& context, const Op& op);
Lowered lowerDense(const LoweringContext& context, const Op& op);
Lowered lowerDenseBackwardData(const LoweringContext& context, const Op& op);
Lowered lowerDenseBackwardWeights(const LoweringContext& context, const Op& op);

} // namespace netsmith::cpu
