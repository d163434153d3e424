#include "engine/ops/transpose.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(transpose)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::transpose>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& x = context.input(op, 0);
    return lowerTo([extent = TransposeExtent(x.shape, op.as<TransposeAttributes>()), size = sizeOf(x.type)](const Addresses& at,
                                                                                                            auto&... queue) {
        kernels::transpose(queue..., extent, size, at.in<std::byte>(0), at.out<std::byte>(0));
    });
}

} // namespace netsmith::NS_BACKEND
