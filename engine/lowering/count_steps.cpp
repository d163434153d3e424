#include "engine/ops/count_steps.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(mask_steps)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::countSteps>(const LoweringContext& context, const Op& op)
{
    const Shape& mask = context.input(op, 0).shape;
    return lowerTo(
        [count = mask.elements(), steps = mask[1]](const Addresses& at, auto&... queue) {
            kernels::countSteps(queue..., at.in<float>(0), at.out<float>(0), at.out<float>(1), at.workspace, count, steps);
        },
        {kernels::countStepsWorkspace(mask.elements()), {}});
}

} // namespace netsmith::NS_BACKEND
