#include "engine/ops/recurrence.h"

#include "engine/cuda/recurrences/recurrence_choice.h"

namespace netsmith::cuda {
namespace {

using Pass = Lowered (RecurrenceAlgorithm::*)(const LoweringContext& context, const Op& op) const;

/// All ops of a layer use the same algorithm.
Lowered lowerBy(Pass pass, const LoweringContext& context, const Op& op, TensorId states)
{
    const auto layer = RecurrentLayer::find(context, states);
    if (!layer)
        return (RecurrenceAlgorithm{}.*pass)(context, op);
    const RecurrenceAlgorithm algorithm = chooseRecurrence(context, *layer);
    Lowered lowered = (algorithm.*pass)(context, op);
    if (std::string key = tuningKey(layer->setting); !key.empty())
        lowered.kernel = std::make_unique<TunedKernel>(std::move(lowered.kernel), TunedAlgorithm{std::move(key), algorithm.name()});
    return lowered;
}

} // namespace

template <>
Lowered lower<ops::recurrence>(const LoweringContext& context, const Op& op)
{
    if (op.as<RecurrenceAttributes>().rounded)
        return RecurrenceAlgorithm{}.forward(context, op); // no library rounds states
    return lowerBy(&RecurrenceAlgorithm::forward, context, op, op.outputs[op.as<RecurrenceAttributes>().statesAt()]);
}

template <>
Lowered lower<ops::recurrenceBackward>(const LoweringContext& context, const Op& op)
{
    return lowerBy(&RecurrenceAlgorithm::backward, context, op, op.inputs[3]);
}

template <>
Lowered lower<ops::recurrenceBackwardWeights>(const LoweringContext& context, const Op& op)
{
    return lowerBy(&RecurrenceAlgorithm::backwardWeights, context, op, op.inputs[1]);
}

} // namespace netsmith::cuda
