#include "engine/ops/pad.h"

#include "engine/cuda/kernels/pad.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::pad>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& x = context.input(op, 0);
    return lowerTo(
        [extent = PadExtent(x.shape, op.as<PadAttributes>()), size = sizeOf(x.type)](const Addresses& at, Stream& stream) {
            kernels::pad(stream, extent, size, at.in<std::byte>(0), at.out<std::byte>(0));
        });
}

} // namespace netsmith::cuda
