#include "engine/ops/prelu.h"

#include "engine/reference/call.h"

#include <algorithm>

namespace netsmith::reference {

template <>
void compute<ops::prelu>(const Call& call)
{
    const Tensor& x = call.in(0);
    const std::int64_t channels = call.in(1).size();
    for (std::int64_t i = 0; i < x.size(); ++i)
        call.out(0)[i] = x[i] > 0.0 ? x[i] : call.in(1)[i % channels] * x[i];
}

template <>
void compute<ops::preluBackward>(const Call& call)
{
    const Tensor& x = call.in(0);
    const Tensor& dy = call.in(2);
    const std::int64_t channels = call.in(1).size();
    std::ranges::fill(call.out(1).values, 0.0);
    for (std::int64_t i = 0; i < x.size(); ++i) {
        const double arrived = dy[i]; // dx may overwrite it
        if (!(x[i] > 0.0))
            call.out(1)[i % channels] += x[i] * arrived;
        call.out(0)[i] = x[i] > 0.0 ? arrived : call.in(1)[i % channels] * arrived;
    }
}

} // namespace netsmith::reference
