#include "engine/ops/keep_zeros.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(keep_zeros)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::nonzeroMask>(const LoweringContext& context, const Op& op)
{
    return lowerTo([elements = context.input(op, 0).shape.elements()](const Addresses& at, auto&... queue) {
        kernels::nonzeroMask(queue..., at.in<float>(0), at.out<float>(0), elements);
    });
}

template <>
Lowered lower<ops::keepZeros>(const LoweringContext& context, const Op& op)
{
    return lowerTo([elements = context.input(op, 0).shape.elements()](const Addresses& at, auto&... queue) {
        kernels::keepZeros(queue..., at.out<float>(0), at.in<float>(1), elements);
    });
}

} // namespace netsmith::NS_BACKEND
