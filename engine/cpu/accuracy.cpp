#include "engine/ops/accuracy.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernels/right_rows.h"
#include "engine/cpu/kernel.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::accuracy>(const LoweringContext& context, const Op& op)
{
    const Shape& shape = context.input(op, 0).shape;
    const std::int64_t columns = shape[-1], rows = shape.elements() / columns;
    const auto rowsPerSample = static_cast<double>(rows / shape[0]);
    return forTargetType(context.input(op, 1).type, [&]<class Target>(Target) {
        return lowerTo([=](const Addresses& at) {
            const auto right = kernels::rightRows(at.in<float>(0), at.in<Target>(1), rows, columns);
            *at.out<float>(0) = static_cast<float>(static_cast<double>(right) / rowsPerSample);
        });
    });
}

} // namespace netsmith::cpu
