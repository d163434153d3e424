#include "engine/ops/count_steps.h"

#include "engine/cuda/kernels/mask_steps.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::countSteps>(const LoweringContext& context, const Op& op)
{
    const Shape& mask = context.input(op, 0).shape;
    return lowerTo(
        [count = mask.elements(), steps = mask[1]](const Addresses& at, Stream& stream) {
            kernels::countSteps(stream, at.in<float>(0), at.out<float>(0), at.out<float>(1), at.workspace, count, steps);
        },
        {kernels::countStepsWorkspace(mask.elements()), {}});
}

} // namespace netsmith::cuda
