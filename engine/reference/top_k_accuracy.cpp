#include "engine/ops/top_k_accuracy.h"

#include "engine/reference/call.h"
#include "engine/reference/rows.h"

#include <algorithm>
#include <cmath>

namespace netsmith::reference {

template <>
void compute<ops::topKAccuracy>(const Call& call)
{
    const Rows predictions(call.in(0));
    const RowTargets targets(call.in(1), predictions.width);
    std::int64_t right = 0;
    for (std::int64_t r = 0; r < predictions.count; ++r) {
        const std::optional<std::int64_t> wanted = targets.wanted(r);
        const auto row = predictions.row(r);
        if (!wanted || std::ranges::any_of(row, [](double value) { return std::isnan(value); }))
            continue;
        const double reached = row[static_cast<std::size_t>(*wanted)];
        right +=
            std::ranges::count_if(row, [reached](double value) { return value > reached; }) < call.as<TopKAccuracyAttributes>().k;
    }
    const std::int64_t rowsPerSample = predictions.count / call.in(0).shape()[0];
    call.out(0)[0] = static_cast<double>(right) / static_cast<double>(rowsPerSample);
}

} // namespace netsmith::reference
