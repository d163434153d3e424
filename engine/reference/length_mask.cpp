#include "engine/ops/length_mask.h"

#include "engine/reference/call.h"

namespace netsmith::reference {

template <>
void compute<ops::lengthMask>(const Call& call)
{
    const std::int64_t steps = call.out(0).shape()[1];
    for (std::int64_t i = 0; i < call.out(0).size(); ++i)
        call.out(0)[i] = static_cast<double>(i % steps) < call.in(0)[i / steps] ? 1.0 : 0.0;
}

} // namespace netsmith::reference
