#include "engine/ops/moving_average.h"

#include "engine/reference/update_call.h"

namespace netsmith::reference {

template <>
void compute<ops::movingAverage>(const Call& call)
{
    if (!isGood(call.in(2)))
        return;
    const double decay = call.in(1)[control::step] == 0.0 ? 0.0 : call.as<MovingAverageAttributes>().decay;
    const Tensor& average = call.out(0);
    for (std::int64_t i = 0; i < average.size(); ++i)
        average[i] = decay * average[i] + (1.0 - decay) * call.in(0)[i];
}

} // namespace netsmith::reference
