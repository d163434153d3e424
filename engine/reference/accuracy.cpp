#include "engine/ops/accuracy.h"

#include "engine/reference/call.h"
#include "engine/reference/rows.h"

#include <algorithm>
#include <cmath>

namespace netsmith::reference {

template <>
void compute<ops::accuracy>(const Call& call)
{
    const Rows predictions(call.in(0));
    const RowTargets targets(call.in(1), predictions.width);
    std::int64_t right = 0;
    for (std::int64_t r = 0; r < predictions.count; ++r) {
        const auto row = predictions.row(r);
        if (std::ranges::none_of(row, [](double value) { return std::isnan(value); }))
            right += targets.wanted(r) == std::ranges::max_element(row) - row.begin();
    }
    const std::int64_t rowsPerSample = predictions.count / call.in(0).shape()[0];
    call.out(0)[0] = static_cast<double>(right) / static_cast<double>(rowsPerSample);
}

} // namespace netsmith::reference
