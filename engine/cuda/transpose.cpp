#include "engine/ops/transpose.h"

#include "engine/cuda/kernels/transpose.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::transpose>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& x = context.input(op, 0);
    return lowerTo([extent = TransposeExtent(x.shape, op.as<TransposeAttributes>()), size = sizeOf(x.type)](const Addresses& at,
                                                                                                            Stream& stream) {
        kernels::transpose(stream, extent, size, at.in<std::byte>(0), at.out<std::byte>(0));
    });
}

} // namespace netsmith::cuda
