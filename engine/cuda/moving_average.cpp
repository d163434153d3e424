#include "engine/ops/moving_average.h"

#include "engine/cuda/kernels/gradient_steps.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::movingAverage>(const LoweringContext& context, const Op& op)
{
    return lowerTo([count = context.input(op, 0).shape.elements(),
                    decay = op.as<MovingAverageAttributes>().decay](const Addresses& at, Stream& stream) {
        kernels::movingAverage(stream, static_cast<float>(1.0 - decay), at.in<float>(0), at.in<std::int64_t>(1),
                               at.in<std::int32_t>(2), at.out<float>(0), count);
    });
}

} // namespace netsmith::cuda
