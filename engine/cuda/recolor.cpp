#include "engine/ops/recolor.h"

#include "engine/cuda/float_types.h"
#include "engine/cuda/kernel.h"
#include "engine/cuda/kernels/recolor.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::recolor>(const LoweringContext& context, const Op& op)
{
    const Shape& x = context.input(op, 0).shape;
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo([images = x[0], pixels = x[1] * x[2], channels = static_cast<int>(x[3]),
                        steps = kernels::ColorSteps(op.as<RecolorAttributes>())](const Addresses& at, Stream& stream) {
            kernels::recolor(stream, steps, images, pixels, channels, at.optional<std::int64_t>(1), at.in<T>(0), at.out<T>(0));
        });
    });
}

} // namespace netsmith::cuda
