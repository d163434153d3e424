#include "engine/ops/top_k_accuracy.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(metric_counts)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::topKAccuracy>(const LoweringContext& context, const Op& op)
{
    const Shape& shape = context.input(op, 0).shape;
    const std::int64_t columns = shape[-1], rows = shape.elements() / columns;
    const auto rowsPerSample = static_cast<double>(rows / shape[0]);
    const std::int64_t k = op.as<TopKAccuracyAttributes>().k;
    return forTargetType(context.input(op, 1).type, [&]<class Target>(Target) {
        return lowerTo(
            [=](const Addresses& at, auto&... queue) {
                kernels::topKAccuracy(queue..., at.in<float>(0), at.in<Target>(1), k, rowsPerSample, at.out<float>(0), at.workspace,
                                      rows, columns);
            },
            {kernels::topKAccuracyWorkspace(rows), {}});
    });
}

} // namespace netsmith::NS_BACKEND
