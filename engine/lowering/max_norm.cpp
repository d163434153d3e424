#include "engine/ops/max_norm.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(weight_penalty)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::maxNorm>(const LoweringContext& context, const Op& op)
{
    const Shape& shape = context.input(op, 0).shape;
    return lowerTo([limit = op.as<MaxNormAttributes>().limit, rows = shape.elements() / shape[-1],
                    columns = shape[-1]](const Addresses& at, auto&... queue) {
        kernels::limitColumnNorms(queue..., at.out<float>(0), rows, columns, limit, at.in<std::int32_t>(1));
    });
}

} // namespace netsmith::NS_BACKEND
