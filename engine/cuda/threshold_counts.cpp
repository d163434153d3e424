#include "engine/ops/threshold_counts.h"

#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/metric_counts.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::thresholdCounts>(const LoweringContext& context, const Op& op)
{
    const Shape& shape = context.input(op, 0).shape;
    const std::int64_t columns = context.input(op, 1).shape == shape ? 0 : shape[-1];
    const std::int64_t thresholds = op.as<ThresholdCountsAttributes>().thresholds;
    return forTargetType(context.input(op, 1).type, [&]<class Target>(Target) {
        return lowerTo([=, count = shape.elements()](const Addresses& at, Stream& stream) {
            kernels::thresholdCounts(stream, at.in<float>(0), at.in<Target>(1), columns, thresholds, at.out<float>(0), count);
        });
    });
}

} // namespace netsmith::cuda
