#include "engine/ops/moving_average.h"

#include "engine/lowering/update.h"

#include NS_KERNELS(gradient_steps)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::movingAverage>(const LoweringContext& context, const Op& op)
{
    const auto share = static_cast<float>(1.0 - op.as<MovingAverageAttributes>().decay);
    return lowerTo(
        [elements = splitArena(context, context.input(op, 0).shape.elements()), share](const Addresses& at, auto&... queue) {
            kernels::movingAverage(queue..., share, at.in<float>(0), at.in<std::int64_t>(1), at.in<std::int32_t>(2),
                                   at.out<float>(0), elements);
        });
}

} // namespace netsmith::NS_BACKEND
