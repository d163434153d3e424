#include "engine/ops/lamb.h"

#include "engine/lowering/update.h"

#include NS_KERNELS(lamb)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::lamb>(const LoweringContext&, const Op& op)
{
    const kernels::Lamb lamb(op.as<LambAttributes>());
    return lowerTo(
        [lamb](const Addresses& at, auto&... queue) {
            lamb(queue..., updateControlOf(at), at.in<float>(1), at.out<float>(0), at.out<float>(1), at.out<float>(2),
                 at.workspace);
        },
        {lamb.workspace(), {}});
}

} // namespace netsmith::NS_BACKEND
