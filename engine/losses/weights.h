#pragma once

#include "engine/graph/specs/spec.h"
#include "engine/ops/objective_call.h"

namespace netsmith::loss {

/// The most classes that weights may be given for.
inline constexpr int mostClassWeights = 65536;

/// The weights in this call: those of its samples, times those of the classes that `target` names (see `TargetWeightsAttributes`)
/// unless `classWeights` is empty; `noTensor` if there are neither.
TensorId emitClassWeights(LossCall& call, TensorId target, const std::vector<double>& classWeights, bool rows);

/// Why weights are not those of `classes` classes; none at all always fit.
std::optional<Message> classWeightsProblem(const std::vector<double>& classWeights, std::int64_t classes);

/// Declares the parameter `class_weights`.
template <class P>
ParameterBuilder<P>& declareClassWeights(ParameterBuilder<P>& parameters)
{
    return parameters
        .reals("class_weights", &P::classWeights, 0, mostClassWeights, NS_TEXT("loss", "Class weights"),
               NS_TEXT("loss",
                       "The weight of the samples of each class, one number per class; empty: all the same. Sums are divided by "
                       "the number "
                       "of samples, not by their weights."))
        .range(0.0, 1e6);
}

/// Declares the parameter `label_smoothing`.
template <class P>
ParameterBuilder<P>& declareLabelSmoothing(ParameterBuilder<P>& parameters)
{
    return parameters
        .real("label_smoothing", &P::labelSmoothing, NS_TEXT("loss", "Label smoothing"),
              NS_TEXT(
                  "loss",
                  "The fraction of the target that is spread over all classes, so that the network does not become overconfident."))
        .range(0.0, 1.0)
        .usual(0.0, 0.2);
}

} // namespace netsmith::loss
