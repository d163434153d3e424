#include "engine/ops/accuracy.h"

#include "engine/reference/call.h"
#include "engine/reference/rows.h"

#include <algorithm>

namespace netsmith::reference {
namespace {

std::int64_t firstMaximum(std::span<const double> values)
{
    return std::ranges::max_element(values) - values.begin();
}

} // namespace

template <>
void compute<ops::accuracy>(const Call& call)
{
    const Rows predictions(call.in(0));
    const Tensor& target = call.in(1);
    std::int64_t right = 0;
    for (std::int64_t r = 0; r < predictions.count; ++r) {
        const std::int64_t chosen = firstMaximum(predictions.row(r));
        if (target.info->type == DataType::i32)
            right += target[r] == static_cast<double>(chosen);
        else
            right += firstMaximum(Rows(target).row(r)) == chosen;
    }
    const std::int64_t rowsPerSample = predictions.count / call.in(0).shape()[0];
    call.out(0)[0] = static_cast<double>(right) / static_cast<double>(rowsPerSample);
}

} // namespace netsmith::reference
