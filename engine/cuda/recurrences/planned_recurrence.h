#pragma once

#include "engine/cuda/device/recurrence_plan.h"
#include "engine/cuda/kernel.h"

#include <memory>

namespace netsmith::cuda {

using SharedRecurrencePlan = std::shared_ptr<const RecurrencePlan>;

// A recurrent layer by the library. What it keeps for the gradient lies where our own algorithm has the gates, and then their
// gradients.

Lowered planForward(const LoweringContext& context, const Op& op, const SharedRecurrencePlan& plan);
Lowered planBackward(const LoweringContext& context, const Op& op, const SharedRecurrencePlan& plan);
Lowered planBackwardWeights(const LoweringContext& context, const Op& op, const SharedRecurrencePlan& plan);

} // namespace netsmith::cuda
