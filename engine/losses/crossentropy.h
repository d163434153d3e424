#pragma once

#include "engine/core/message.h"
#include "engine/core/shape.h"
#include "engine/ops/cross_entropy.h"

#include <optional>
#include <vector>

namespace netsmith {

class LossCall;

namespace loss {

/// Emits −Σ t·log p over the rows. Probabilities from a softmax are traced back to its logits if the call allows it, which is
/// faster and keeps the gradient where p is nearly 0; else their logarithm is taken. Anything else is taken as logits.
void lowerCrossentropy(LossCall& call, CrossEntropyAttributes attributes, const std::vector<double>& classWeights);

/// Why `output` does not hold a row of `classes` logits or probabilities for each class of a target of shape `target`.
std::optional<Message> classProblem(const Shape& output, const Shape& target, int classes);

/// The same if the target may also be a vector of probabilities of the output's shape.
std::optional<Message> distributionProblem(const Shape& output, const Shape& target, int classes);

/// Why `output` does not have the shape of a target of vectors.
std::optional<Message> shapeProblem(const Shape& output, const Shape& target);

} // namespace loss
} // namespace netsmith
