#pragma once

#include "engine/graph/specs/parameter.h"
#include "engine/ops/objective_call.h"
#include "engine/ops/pointwise_loss.h"

#include <optional>

namespace netsmith::loss {

/// A target of the call viewed in the prediction's shape: single numbers (N) as (N, 1).
TensorId shaped(LossCall& call, TensorId target);
inline TensorId shapedTarget(LossCall& call)
{
    return shaped(call, call.target());
}

/// Emits a loss of each number of the prediction against that of the target.
void lowerPointwise(LossCall& call, PointwiseLossAttributes attributes);

/// Emits a binary cross-entropy: `attributes.kind` is decided here. Probabilities from a sigmoid are traced back to its logits if
/// the call allows it, so that a confident mistake keeps its gradient; else, or after a softmax, their logarithm is taken. Anything
/// else is taken as logits.
void lowerBinary(LossCall& call, PointwiseLossAttributes attributes, const std::vector<double>& classWeights);

/// Why `output` can't be compared with the target number by number.
std::optional<Message> numberProblem(const ParameterMap&, const Shape& output, const Shape& target, int classes);

/// The same if the target may also hold two classes, 0 and 1.
std::optional<Message> binaryProblem(const ParameterMap&, const Shape& output, const Shape& target, int classes);

} // namespace netsmith::loss
