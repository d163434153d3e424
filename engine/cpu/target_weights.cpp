#include "engine/ops/target_weights.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernel.h"

#include <algorithm>
#include <limits>

namespace netsmith::cpu {
namespace {

std::int64_t classOf(const std::int32_t* target, std::int64_t row, std::int64_t)
{
    return target[row];
}
/// With 0 columns each number is a class.
std::int64_t classOf(const float* target, std::int64_t row, std::int64_t columns)
{
    if (columns == 0)
        return target[row] >= 0.0f && target[row] < 1e9f ? static_cast<std::int64_t>(target[row]) : -1;
    const float* begin = target + row * columns;
    return std::max_element(begin, begin + columns) - begin;
}

} // namespace

/// A few numbers per sample: no loop of this is worth a second thread.
template <>
Lowered lower<ops::targetWeights>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<TargetWeightsAttributes>();
    const std::vector<float> table(attributes.classWeights.begin(), attributes.classWeights.end());
    const std::int64_t rows = context.output(op, 0).shape.elements();
    const std::int64_t columns = attributes.rows ? context.input(op, 0).shape.elements() / rows : 0;
    const std::int64_t each = op.inputs.size() > 1 ? rows / context.input(op, 1).shape.elements() : 0;
    return forTargetType(context.input(op, 0).type, [&]<class Target>(Target) {
        return lowerTo([=](const Addresses& at) {
            for (std::int64_t r = 0; r < rows; ++r) {
                const std::int64_t wanted = classOf(at.in<Target>(0), r, columns);
                const bool known = wanted >= 0 && wanted < static_cast<std::int64_t>(table.size());
                const float weight = known ? table[static_cast<std::size_t>(wanted)] : std::numeric_limits<float>::quiet_NaN();
                at.out<float>(0)[r] = each > 0 ? weight * at.in<float>(1)[r / each] : weight;
            }
        });
    });
}

} // namespace netsmith::cpu
