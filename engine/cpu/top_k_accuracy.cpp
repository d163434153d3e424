#include "engine/ops/top_k_accuracy.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernel.h"
#include "engine/cpu/metric_rows.h"

#include <algorithm>

namespace netsmith::cpu {

template <>
Lowered lower<ops::topKAccuracy>(const LoweringContext& context, const Op& op)
{
    const Shape& shape = context.input(op, 0).shape;
    const std::int64_t columns = shape[-1], rows = shape.elements() / columns;
    const auto rowsPerSample = static_cast<double>(rows / shape[0]);
    const std::int64_t k = op.as<TopKAccuracyAttributes>().k;
    return forTargetType(context.input(op, 1).type, [&]<class Target>(Target) {
        return lowerTo([=](const Addresses& at) {
            std::int64_t right = 0;
            for (std::int64_t r = 0; r < rows; ++r) {
                const float* row = at.in<float>(0) + r * columns;
                const std::int64_t wanted = wantedClass(at.in<Target>(1), r, columns);
                if (wanted < 0 || firstMaximum(row, columns) < 0)
                    continue;
                const float reached = row[wanted];
                right += std::count_if(row, row + columns, [reached](float value) { return value > reached; }) < k;
            }
            *at.out<float>(0) = static_cast<float>(static_cast<double>(right) / rowsPerSample);
        });
    });
}

} // namespace netsmith::cpu
