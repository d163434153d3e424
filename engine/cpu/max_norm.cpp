#include "engine/ops/max_norm.h"

#include "engine/cpu/kernels/weight_penalty.h"
#include "engine/cpu/kernel.h"
#include "engine/ops/control.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::maxNorm>(const LoweringContext& context, const Op& op)
{
    const Shape& shape = context.input(op, 0).shape;
    return lowerTo([limit = static_cast<float>(op.as<MaxNormAttributes>().limit), rows = shape.elements() / shape[-1],
                    columns = shape[-1]](const Addresses& at) {
        if (*at.in<std::int32_t>(1) == control::good)
            kernels::limitColumnNorms(at.out<float>(0), rows, columns, limit);
    });
}

} // namespace netsmith::cpu
