#include "engine/ops/weight_penalty.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(weight_penalty)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::weightPenalty>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.input(op, 0).shape.elements();
    return lowerTo(
        [a = op.as<WeightPenaltyAttributes>(), count](const Addresses& at, auto&... queue) {
            kernels::weightPenalty(queue..., at.in<float>(0), count, a.l1, a.l2, a.samples, at.out<float>(0), at.workspace);
        },
        {kernels::weightPenaltyWorkspace(count), {}});
}

template <>
Lowered lower<ops::weightPenaltyBackward>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.input(op, 0).shape.elements();
    return lowerTo([a = op.as<WeightPenaltyAttributes>(), count](const Addresses& at, auto&... queue) {
        kernels::weightPenaltySlope(queue..., at.in<float>(0), at.in<float>(1), count, a.l1, a.l2, a.samples, at.out<float>(0));
    });
}

} // namespace netsmith::NS_BACKEND
