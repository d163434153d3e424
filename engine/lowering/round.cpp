#include "engine/ops/round.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(round)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::round>(const LoweringContext& context, const Op& op)
{
    const bool half = op.as<RoundAttributes>().to == DataType::f16;
    return lowerTo(
        [half, count = context.output(op, 0).shape.elements()](const Addresses& at, auto&... queue) {
            kernels::round(queue..., half, at.in<float>(0), at.out<float>(0), count);
        },
        {0, {{0, 0}}});
}

} // namespace netsmith::NS_BACKEND
