#include "engine/ops/pad.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(pad)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::pad>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& x = context.input(op, 0);
    return lowerTo(
        [extent = PadExtent(x.shape, op.as<PadAttributes>()), size = sizeOf(x.type)](const Addresses& at, auto&... queue) {
            kernels::pad(queue..., extent, size, at.in<std::byte>(0), at.out<std::byte>(0));
        });
}

} // namespace netsmith::NS_BACKEND
