#include "engine/ops/confusion.h"

#include "engine/reference/call.h"
#include "engine/reference/rows.h"

#include <algorithm>
#include <cmath>

namespace netsmith::reference {
namespace {

void count(const Tensor& counts, std::int64_t classes, bool totals, std::int64_t right, std::int64_t predicted)
{
    if (!totals) {
        counts[right * classes + predicted] += 1.0;
        return;
    }
    counts[right] += right == predicted ? 1.0 : 0.0;
    counts[classes + predicted] += 1.0;
    counts[2 * classes + right] += 1.0;
}

void countRows(const Call& call, bool totals)
{
    const Rows predictions(call.in(0));
    const RowTargets targets(call.in(1), predictions.width);
    for (std::int64_t r = 0; r < predictions.count; ++r) {
        const std::optional<std::int64_t> wanted = targets.wanted(r);
        const auto row = predictions.row(r);
        if (wanted && std::ranges::none_of(row, [](double value) { return std::isnan(value); }))
            count(call.out(0), predictions.width, totals, *wanted, std::ranges::max_element(row) - row.begin());
    }
}

void countNumbers(const Call& call, const ConfusionAttributes& attributes)
{
    for (std::int64_t i = 0; i < call.in(0).size(); ++i) {
        const double p = call.in(0)[i], t = call.in(1)[i];
        if (std::isnan(p) || isAbsent(call.in(1), i))
            continue;
        const bool yes = p > attributes.threshold, right = t > 0.5;
        if (!attributes.totals) {
            count(call.out(0), 2, false, right ? 1 : 0, yes ? 1 : 0);
            continue;
        }
        call.out(0)[0] += right && yes ? 1.0 : 0.0;
        call.out(0)[1] += yes ? 1.0 : 0.0;
        call.out(0)[2] += right ? 1.0 : 0.0;
    }
}

} // namespace

template <>
void compute<ops::confusion>(const Call& call)
{
    const auto& attributes = call.as<ConfusionAttributes>();
    std::ranges::fill(call.out(0).values, 0.0);
    if (attributes.rows)
        countRows(call, attributes.totals);
    else
        countNumbers(call, attributes);
}

} // namespace netsmith::reference
