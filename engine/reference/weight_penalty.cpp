#include "engine/ops/weight_penalty.h"

#include "engine/reference/call.h"

#include <cmath>

namespace netsmith::reference {

template <>
void compute<ops::weightPenalty>(const Call& call)
{
    const auto& attributes = call.as<WeightPenaltyAttributes>();
    double sum = 0.0;
    for (const double w : call.in(0).values)
        sum += attributes.l1 * std::abs(w) + attributes.l2 * w * w;
    call.out(0)[0] = attributes.samples * sum;
}

template <>
void compute<ops::weightPenaltyBackward>(const Call& call)
{
    const auto& attributes = call.as<WeightPenaltyAttributes>();
    for (std::int64_t i = 0; i < call.in(0).size(); ++i) {
        const double w = call.in(0)[i];
        const double sign = w > 0.0 ? 1.0 : w < 0.0 ? -1.0 : 0.0;
        call.out(0)[i] = call.in(1)[0] * attributes.samples * (attributes.l1 * sign + 2.0 * attributes.l2 * w);
    }
}

} // namespace netsmith::reference
