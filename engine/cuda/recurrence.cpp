#include "engine/ops/recurrence.h"

#include "engine/cuda/recurrence_choice.h"
#include "engine/cuda/step_recurrence.h"

namespace netsmith::cuda {
namespace {

/// An op of a layer, and which way the layer goes.
class ChosenKernel final : public Kernel {
public:
    ChosenKernel(std::unique_ptr<Kernel> kernel, KernelChoice choice)
        : m_kernel(std::move(kernel))
        , m_choice(std::move(choice))
    {
    }
    void enqueue(Stream& stream, const Addresses& addresses) const override { m_kernel->enqueue(stream, addresses); }
    std::string implementation() const override { return m_kernel->implementation(); }
    std::optional<KernelChoice> choice() const override { return m_choice; }

private:
    std::unique_ptr<Kernel> m_kernel;
    KernelChoice m_choice;
};

using Steps = Lowered (*)(const LoweringContext& context, const Op& op);
using Plan = Lowered (*)(const LoweringContext& context, const Op& op, const SharedRecurrencePlan& plan);

/// All ops of a layer go the same way.
Lowered lowerBy(Steps steps, Plan planned, const LoweringContext& context, const Op& op, TensorId states)
{
    const auto layer = RecurrentLayer::find(context, states);
    if (!layer)
        return steps(context, op);
    const RecurrenceWay way = chooseRecurrence(context, *layer);
    Lowered lowered = way.plan ? planned(context, op, way.plan) : steps(context, op);
    if (std::string name = choiceName(layer->setting); !name.empty())
        lowered.kernel = std::make_unique<ChosenKernel>(std::move(lowered.kernel), KernelChoice{std::move(name), way.name()});
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
