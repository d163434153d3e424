#pragma once

#include "engine/core/message.h"
#include "engine/ops/objective_call.h"

#include <optional>

namespace netsmith::loss {

/// Emits an op over prediction and target; a target of single numbers is seen in the prediction's shape, (N) as (N, 1).
void lowerErrorSum(LossCall& call, const OpSpec& op);

/// What keeps `output` from being compared with the target number by number.
std::optional<Message> numberProblem(const Shape& output, const Shape& target, int classes);

} // namespace netsmith::loss
