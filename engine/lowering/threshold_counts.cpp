#include "engine/ops/threshold_counts.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(metric_counts)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::thresholdCounts>(const LoweringContext& context, const Op& op)
{
    const Shape& shape = context.input(op, 0).shape;
    const std::int64_t columns = context.input(op, 1).shape == shape ? 0 : shape[-1];
    const std::int64_t thresholds = op.as<ThresholdCountsAttributes>().thresholds;
    return forTargetType(context.input(op, 1).type, [&]<class Target>(Target) {
        return lowerTo([=, count = shape.elements()](const Addresses& at, auto&... queue) {
            kernels::thresholdCounts(queue..., at.in<float>(0), at.in<Target>(1), columns, thresholds, at.out<float>(0), count);
        });
    });
}

} // namespace netsmith::NS_BACKEND
