#include "engine/ops/add_bias.h"

#include "engine/reference/activation.h"
#include "engine/reference/call.h"

#include <algorithm>

namespace netsmith::reference {

template <>
void compute<ops::addBias>(const Call& call)
{
    const Tensor& bias = call.in(1);
    for (std::int64_t i = 0; i < call.in(0).size(); ++i)
        call.out(0)[i] = activate(call.as<AddBiasAttributes>().activation, call.in(0)[i] + bias[i % bias.size()]);
}

template <>
void compute<ops::addBiasBackward>(const Call& call)
{
    const Tensor& db = call.out(0);
    std::ranges::fill(db.values, 0.0);
    for (std::int64_t i = 0; i < call.in(0).size(); ++i)
        db[i % db.size()] += call.in(0)[i];
}

} // namespace netsmith::reference
