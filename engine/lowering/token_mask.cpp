#include "engine/ops/token_mask.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(token_mask)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::tokenMask>(const LoweringContext& context, const Op& op)
{
    const auto padding = static_cast<float>(op.as<TokenMaskAttributes>().padding);
    return lowerTo([padding, count = context.output(op, 0).shape.elements()](const Addresses& at, auto&... queue) {
        kernels::tokenMask(queue..., padding, at.in<float>(0), at.out<float>(0), count);
    });
}

} // namespace netsmith::NS_BACKEND
