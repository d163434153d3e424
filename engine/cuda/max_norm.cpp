#include "engine/ops/max_norm.h"

#include "engine/cuda/kernels/weight_penalty.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::maxNorm>(const LoweringContext& context, const Op& op)
{
    const Shape& shape = context.input(op, 0).shape;
    return lowerTo([limit = op.as<MaxNormAttributes>().limit, rows = shape.elements() / shape[-1],
                    columns = shape[-1]](const Addresses& at, Stream& stream) {
        kernels::limitColumnNorms(stream, at.out<float>(0), rows, columns, limit, at.in<std::int32_t>(1));
    });
}

} // namespace netsmith::cuda
