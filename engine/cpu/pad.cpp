#include "engine/ops/pad.h"

#include "engine/cpu/kernels/pad.h"
#include "engine/cpu/kernel.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::pad>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& x = context.input(op, 0);
    return lowerTo([extent = PadExtent(x.shape, op.as<PadAttributes>()), size = static_cast<std::int64_t>(sizeOf(x.type))](
                       const Addresses& at) { kernels::pad(extent, size, at.in<std::byte>(0), at.out<std::byte>(0)); });
}

} // namespace netsmith::cpu
