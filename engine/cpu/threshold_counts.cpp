#include "engine/ops/threshold_counts.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernel.h"
#include "engine/cpu/metric_rows.h"

#include <algorithm>

namespace netsmith::cpu {
namespace {

/// How many thresholds a probability is above: all but the last, which is above 1, at most.
std::int64_t thresholdsBelow(float p, std::int64_t thresholds)
{
    const double scaled = std::ceil(static_cast<double>(p) * static_cast<double>(thresholds - 1));
    return static_cast<std::int64_t>(std::clamp(scaled, 1.0, static_cast<double>(thresholds - 1)));
}

} // namespace

/// Counts how many are between two thresholds, then accumulates from above.
template <>
Lowered lower<ops::thresholdCounts>(const LoweringContext& context, const Op& op)
{
    const Shape& shape = context.input(op, 0).shape;
    const bool rows = context.input(op, 1).shape != shape;
    const std::int64_t count = shape.elements(), columns = shape[-1];
    const std::int64_t thresholds = op.as<ThresholdCountsAttributes>().thresholds;
    return forTargetType(context.input(op, 1).type, [&]<class Target>(Target) {
        return lowerTo([=](const Addresses& at) {
            const Target* target = at.in<Target>(1);
            float* counts = at.out<float>(0);
            std::fill_n(counts, 2 * thresholds, 0.0f);
            for (std::int64_t i = 0; i < count; ++i) {
                const float p = at.in<float>(0)[i];
                const bool known = rows ? wantedClass(target, i / columns, columns) >= 0 : !isAbsent(target[i]);
                const bool yes =
                    rows ? wantedClass(target, i / columns, columns) == i % columns : static_cast<float>(target[i]) > 0.5f;
                if (known && !std::isnan(p))
                    counts[(yes ? 0 : thresholds) + thresholdsBelow(p, thresholds) - 1] += 1.0f;
            }
            for (float* half : {counts, counts + thresholds})
                for (std::int64_t k = thresholds - 1; k > 0; --k)
                    half[k - 1] += half[k];
        });
    });
}

} // namespace netsmith::cpu
