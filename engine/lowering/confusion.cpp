#include "engine/ops/confusion.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(metric_counts)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::confusion>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<ConfusionAttributes>();
    const Shape& shape = context.input(op, 0).shape;
    const std::int64_t count = shape.elements(), columns = shape[-1];
    const auto threshold = static_cast<float>(attributes.threshold);
    return forTargetType(context.input(op, 1).type, [&]<class Target>(Target) {
        const std::int64_t cells = attributes.rows ? count / columns : count;
        return lowerTo(
            [=, rows = attributes.rows, totals = attributes.totals](const Addresses& at, auto&... queue) {
                if (rows)
                    kernels::confusionOfRows(queue..., at.in<float>(0), at.in<Target>(1), totals, at.out<float>(0), at.workspace,
                                             cells, columns);
                else
                    kernels::confusionOfNumbers(queue..., at.in<float>(0), at.in<Target>(1), threshold, totals, at.out<float>(0),
                                                at.workspace, cells);
            },
            {kernels::confusionWorkspace(cells), {}});
    });
}

} // namespace netsmith::NS_BACKEND
