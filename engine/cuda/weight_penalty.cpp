#include "engine/ops/weight_penalty.h"

#include "engine/cuda/kernels/weight_penalty.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::weightPenalty>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.input(op, 0).shape.elements();
    return lowerTo(
        [a = op.as<WeightPenaltyAttributes>(), count](const Addresses& at, Stream& stream) {
            kernels::weightPenalty(stream, at.in<float>(0), count, a.l1, a.l2, a.samples, at.out<float>(0), at.workspace);
        },
        {kernels::weightPenaltyWorkspace(count), {}});
}

template <>
Lowered lower<ops::weightPenaltyBackward>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.input(op, 0).shape.elements();
    return lowerTo([a = op.as<WeightPenaltyAttributes>(), count](const Addresses& at, Stream& stream) {
        kernels::weightPenaltySlope(stream, at.in<float>(0), at.in<float>(1), count, a.l1, a.l2, a.samples, at.out<float>(0));
    });
}

} // namespace netsmith::cuda
