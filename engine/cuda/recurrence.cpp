#include "engine/ops/recurrence.h"

#include "engine/cuda/recurrence_choice.h"
#include "engine/cuda/step_recurrence.h"

namespace netsmith::cuda {
namespace {

/// An op of a layer, with the algorithm chosen for the layer.
class TunedKernel final : public Kernel {
public:
    TunedKernel(std::unique_ptr<Kernel> kernel, TunedAlgorithm tuned)
        : m_kernel(std::move(kernel))
        , m_tuned(std::move(tuned))
    {
    }
    void enqueue(Stream& stream, const Addresses& addresses) const override { m_kernel->enqueue(stream, addresses); }
    std::string implementation() const override { return m_kernel->implementation(); }
    std::optional<TunedAlgorithm> tuned() const override { return m_tuned; }

private:
    std::unique_ptr<Kernel> m_kernel;
    TunedAlgorithm m_tuned;
};

using Steps = Lowered (*)(const LoweringContext& context, const Op& op);
using Plan = Lowered (*)(const LoweringContext& context, const Op& op, const SharedRecurrencePlan& plan);

/// All ops of a layer use the same algorithm.
Lowered lowerBy(Steps steps, Plan planned, const LoweringContext& context, const Op& op, TensorId states)
{
    const auto layer = RecurrentLayer::find(context, states);
    if (!layer)
        return steps(context, op);
    const RecurrenceAlgorithm algorithm = chooseRecurrence(context, *layer);
    Lowered lowered = algorithm.plan ? planned(context, op, algorithm.plan) : steps(context, op);
    if (std::string key = tuningKey(layer->setting); !key.empty())
        lowered.kernel = std::make_unique<TunedKernel>(std::move(lowered.kernel), TunedAlgorithm{std::move(key), algorithm.name()});
    return lowered;
}

} // namespace

template <>
Lowered lower<ops::recurrence>(const LoweringContext& context, const Op& op)
{
    return lowerBy(stepForward, planForward, context, op, op.outputs[op.as<RecurrenceAttributes>().statesAt()]);
}

template <>
Lowered lower<ops::recurrenceBackward>(const LoweringContext& context, const Op& op)
{
    return lowerBy(stepBackward, planBackward, context, op, op.inputs[3]);
}

template <>
Lowered lower<ops::recurrenceBackwardWeights>(const LoweringContext& context, const Op& op)
{
    return lowerBy(stepBackwardWeights, planBackwardWeights, context, op, op.inputs[1]);
}

} // namespace netsmith::cuda
