#include "engine/ops/mix.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(mix)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::mixImages>(const LoweringContext& context, const Op& op)
{
    const Shape& shape = context.input(op, 0).shape;
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo([images = shape[0], channels = shape[3], settings = op.as<MixAttributes>().settings](const Addresses& at,
                                                                                                            auto&... queue) {
            kernels::mixImages(queue..., settings, images, channels, at.in<std::int64_t>(1), at.in<T>(0), at.out<T>(0));
        });
    });
}

template <>
Lowered lower<ops::mixTargets>(const LoweringContext& context, const Op& op)
{
    const Shape& shape = context.output(op, 0).shape;
    return forTargetType(context.input(op, 0).type, [&]<class Target>(Target) {
        return lowerTo([count = shape[0], width = shape.elements() / shape[0],
                        settings = op.as<MixAttributes>().settings](const Addresses& at, auto&... queue) {
            kernels::mixTargets(queue..., settings, count, width, at.in<std::int64_t>(1), at.in<Target>(0), at.out<float>(0));
        });
    });
}

} // namespace netsmith::NS_BACKEND
