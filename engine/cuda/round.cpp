#include "engine/ops/round.h"

#include "engine/cuda/kernels/round.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::round>(const LoweringContext& context, const Op& op)
{
    const bool half = op.as<RoundAttributes>().to == DataType::f16;
    return lowerTo(
        [half, count = context.output(op, 0).shape.elements()](const Addresses& at, Stream& stream) {
            kernels::round(stream, half, at.in<float>(0), at.out<float>(0), count);
        },
        {0, {{0, 0}}});
}

} // namespace netsmith::cuda
