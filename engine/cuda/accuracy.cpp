#include "engine/ops/accuracy.h"

#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/accuracy.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::accuracy>(const LoweringContext& context, const Op& op)
{
    const Shape& shape = context.input(op, 0).shape;
    const std::int64_t columns = shape[-1], rows = shape.elements() / columns;
    const double factor = 1.0 / static_cast<double>(rows / shape[0]);
    return forTargetType(context.input(op, 1).type, [&]<class Target>(Target) {
        return lowerTo(
            [=](const Addresses& at, Stream& stream) {
                kernels::accuracy(stream, at.in<float>(0), at.in<Target>(1), factor, at.out<float>(0), at.workspace, rows, columns);
            },
            {kernels::accuracyWorkspace(rows), {}});
    });
}

} // namespace netsmith::cuda
