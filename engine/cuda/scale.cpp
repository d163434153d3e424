#include "engine/ops/scale.h"

#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/merge.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::scale>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.output(op, 0).shape.elements();
    const auto factor = static_cast<float>(op.as<ScaleAttributes>().factor);
    return forFloatType(context.output(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [=](const Addresses& at, Stream& stream) { kernels::scale(stream, factor, at.in<T>(0), at.out<T>(0), count); },
            {0, {{0, 0}}});
    });
}

} // namespace netsmith::cuda
