#include "engine/ops/confusion.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernel.h"
#include "engine/cpu/metric_rows.h"

#include <algorithm>

namespace netsmith::cpu {
namespace {

/// Adds to the counts, which are integers, so the order does not matter.
struct Counts {
    float* counts;
    std::int64_t classes;
    bool totals;

    void add(std::int64_t right, std::int64_t predicted) const
    {
        if (!totals) {
            counts[right * classes + predicted] += 1.0f;
            return;
        }
        counts[right] += right == predicted ? 1.0f : 0.0f;
        counts[classes + predicted] += 1.0f;
        counts[2 * classes + right] += 1.0f;
    }
};

template <class Target>
Lowered lowerRows(const Shape& shape, bool totals)
{
    const std::int64_t columns = shape[-1], rows = shape.elements() / columns;
    return lowerTo([=](const Addresses& at) {
        float* out = at.out<float>(0);
        std::fill_n(out, columns * (totals ? 3 : columns), 0.0f);
        const Counts counts{out, columns, totals};
        for (std::int64_t r = 0; r < rows; ++r) {
            const std::int64_t predicted = firstMaximum(at.in<float>(0) + r * columns, columns);
            const std::int64_t wanted = wantedClass(at.in<Target>(1), r, columns);
            if (predicted >= 0 && wanted >= 0)
                counts.add(wanted, predicted);
        }
    });
}

template <class Target>
Lowered lowerNumbers(std::int64_t count, float threshold, bool totals)
{
    return lowerTo([=](const Addresses& at) {
        std::int64_t cells[2][2] = {};
        for (std::int64_t i = 0; i < count; ++i) {
            const float p = at.in<float>(0)[i];
            const Target t = at.in<Target>(1)[i];
            if (!std::isnan(p) && !isAbsent(t))
                ++cells[static_cast<float>(t) > 0.5f][p > threshold];
        }
        float* out = at.out<float>(0);
        if (totals) {
            out[0] = static_cast<float>(cells[1][1]);
            out[1] = static_cast<float>(cells[0][1] + cells[1][1]);
            out[2] = static_cast<float>(cells[1][0] + cells[1][1]);
        } else {
            std::copy_n(&cells[0][0], 4, out);
        }
    });
}

} // namespace

template <>
Lowered lower<ops::confusion>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<ConfusionAttributes>();
    const Shape& shape = context.input(op, 0).shape;
    return forTargetType(context.input(op, 1).type, [&]<class Target>(Target) {
        return attributes.rows
            ? lowerRows<Target>(shape, attributes.totals)
            : lowerNumbers<Target>(shape.elements(), static_cast<float>(attributes.threshold), attributes.totals);
    });
}

} // namespace netsmith::cpu
