#include "engine/ops/length_mask.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(length_mask)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::lengthMask>(const LoweringContext& context, const Op& op)
{
    return lowerTo([shape = context.output(op, 0).shape](const Addresses& at, auto&... queue) {
        kernels::lengthMask(queue..., at.in<float>(0), at.out<float>(0), shape[0], shape[1]);
    });
}

} // namespace netsmith::NS_BACKEND
