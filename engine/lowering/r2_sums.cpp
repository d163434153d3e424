#include "engine/ops/r2_sums.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(metric_counts)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::r2Sums>(const LoweringContext& context, const Op& op)
{
    const Shape& shape = context.input(op, 0).shape;
    const std::int64_t columns = shape[-1], rows = shape.elements() / columns;
    return lowerTo([=](const Addresses& at, auto&... queue) {
        kernels::r2Sums(queue..., at.in<float>(0), at.in<float>(1), at.out<float>(0), rows, columns);
    });
}

} // namespace netsmith::NS_BACKEND
