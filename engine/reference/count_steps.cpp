#include "engine/ops/count_steps.h"

#include "engine/reference/call.h"

namespace netsmith::reference {

template <>
void compute<ops::countSteps>(const Call& call)
{
    double counted = 0.0;
    for (const double value : call.in(0).values)
        counted += value != 0.0 ? 1.0 : 0.0;
    const double samples = (counted > 0.0 ? counted : 1.0) / static_cast<double>(call.in(0).shape()[1]);
    call.out(0)[0] = samples;
    call.out(1)[0] = 1.0 / samples;
}

} // namespace netsmith::reference
