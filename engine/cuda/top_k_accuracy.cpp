#include "engine/ops/top_k_accuracy.h"

#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/metric_counts.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::topKAccuracy>(const LoweringContext& context, const Op& op)
{
    const Shape& shape = context.input(op, 0).shape;
    const std::int64_t columns = shape[-1], rows = shape.elements() / columns;
    const double factor = 1.0 / static_cast<double>(rows / shape[0]);
    const std::int64_t k = op.as<TopKAccuracyAttributes>().k;
    return forTargetType(context.input(op, 1).type, [&]<class Target>(Target) {
        return lowerTo(
            [=](const Addresses& at, Stream& stream) {
                kernels::topKAccuracy(stream, at.in<float>(0), at.in<Target>(1), k, factor, at.out<float>(0), at.workspace, rows,
                                      columns);
            },
            {kernels::topKAccuracyWorkspace(rows), {}});
    });
}

} // namespace netsmith::cuda
