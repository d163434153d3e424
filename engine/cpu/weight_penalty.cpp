#include "engine/ops/weight_penalty.h"

#include "engine/cpu/kernels/weight_penalty.h"
#include "engine/cpu/kernel.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::weightPenalty>(const LoweringContext& context, const Op& op)
{
    return lowerTo([attributes = op.as<WeightPenaltyAttributes>(),
                    count = context.input(op, 0).shape.elements()](const Addresses& at) {
        const double penalty =
            kernels::weightPenalty(at.in<float>(0), count, static_cast<float>(attributes.l1), static_cast<float>(attributes.l2));
        *at.out<float>(0) = static_cast<float>(attributes.samples * penalty);
    });
}

template <>
Lowered lower<ops::weightPenaltyBackward>(const LoweringContext& context, const Op& op)
{
    return lowerTo(
        [attributes = op.as<WeightPenaltyAttributes>(), count = context.input(op, 0).shape.elements()](const Addresses& at) {
            const double factor = *at.in<float>(1) * attributes.samples;
            kernels::weightPenaltySlope(at.in<float>(0), count, static_cast<float>(factor * attributes.l1),
                                        static_cast<float>(2.0 * factor * attributes.l2), at.out<float>(0));
        });
}

} // namespace netsmith::cpu
