#include "engine/ops/recolor.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(recolor)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::recolor>(const LoweringContext& context, const Op& op)
{
    const Shape& x = context.input(op, 0).shape;
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo([images = x[0], pixels = x[1] * x[2], channels = static_cast<int>(x[3]),
                        steps = kernels::ColorSteps(op.as<RecolorAttributes>())](const Addresses& at, auto&... queue) {
            kernels::recolor(queue..., steps, images, pixels, channels, at.optional<std::int64_t>(1), at.in<T>(0), at.out<T>(0));
        });
    });
}

} // namespace netsmith::NS_BACKEND
