#include "engine/ops/cast.h"

#include "engine/cpu/kernels/convert.h"
#include "engine/cpu/kernel.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::cast>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.output(op, 0).shape.elements();
    if (context.output(op, 0).type == DataType::bf16)
        return lowerTo([=](const Addresses& at) { kernels::convert(at.in<float>(0), at.out<BFloat16>(0), count); });
    return lowerTo([=](const Addresses& at) { kernels::convert(at.in<BFloat16>(0), at.out<float>(0), count); });
}

} // namespace netsmith::cpu
