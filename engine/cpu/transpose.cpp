#include "engine/ops/transpose.h"

#include "engine/cpu/kernels/transpose.h"
#include "engine/cpu/kernel.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::transpose>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& x = context.input(op, 0);
    return lowerTo([extent = TransposeExtent(x.shape, op.as<TransposeAttributes>()), size = sizeOf(x.type)](const Addresses& at) {
        kernels::transpose(extent, size, at.in<std::byte>(0), at.out<std::byte>(0));
    });
}

} // namespace netsmith::cpu
