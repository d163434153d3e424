#include "engine/ops/keep_zeros.h"

#include "engine/reference/call.h"

namespace netsmith::reference {

template <>
void compute<ops::nonzeroMask>(const Call& call)
{
    const Tensor& mask = call.out(0);
    for (std::int64_t i = 0; i < mask.size(); ++i)
        mask[i] = call.in(0)[i] != 0.0 ? 1.0 : 0.0;
}

template <>
void compute<ops::keepZeros>(const Call& call)
{
    const Tensor& x = call.out(0);
    for (std::int64_t i = 0; i < x.size(); ++i)
        if (call.in(1)[i] == 0.0)
            x[i] = 0.0;
}

} // namespace netsmith::reference
