#include "engine/ops/cast.h"

#include "engine/cuda/kernels/cast.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::cast>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.output(op, 0).shape.elements();
    if (context.output(op, 0).type == DataType::bf16)
        return lowerTo(
            [=](Stream& stream, const Addresses& at) { kernels::cast(stream, at.in<float>(0), at.out<BFloat16>(0), count); });
    return lowerTo(
        [=](Stream& stream, const Addresses& at) { kernels::cast(stream, at.in<BFloat16>(0), at.out<float>(0), count); });
}

} // namespace netsmith::cuda
