#include "engine/ops/threshold_counts.h"

#include "engine/reference/call.h"
#include "engine/reference/rows.h"

#include <algorithm>
#include <cmath>

namespace netsmith::reference {

template <>
void compute<ops::thresholdCounts>(const Call& call)
{
    const std::int64_t thresholds = call.as<ThresholdCountsAttributes>().thresholds;
    const bool rows = call.in(1).shape() != call.in(0).shape();
    const std::int64_t width = call.in(0).shape()[-1];
    std::ranges::fill(call.out(0).values, 0.0);
    for (std::int64_t i = 0; i < call.in(0).size(); ++i) {
        const double p = call.in(0)[i];
        const double t = rows ? RowTargets(call.in(1), width).share(i / width, i % width) : call.in(1)[i];
        if (std::isnan(p) || std::isnan(t) || (!rows && isAbsent(call.in(1), i)))
            continue;
        const std::int64_t first = t > 0.5 ? 0 : thresholds;
        // The first threshold is below 0 and the last one above 1.
        for (std::int64_t k = 0; k + 1 < thresholds; ++k)
            if (k == 0 || p * static_cast<double>(thresholds - 1) > static_cast<double>(k))
                call.out(0)[first + k] += 1.0;
    }
}

} // namespace netsmith::reference
