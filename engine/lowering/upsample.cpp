#include "engine/ops/upsample.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(upsample)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::upsample>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& x = context.input(op, 0);
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo([extent = UpsampleExtent(x.shape, op.as<UpsampleAttributes>())](const Addresses& at, auto&... queue) {
            kernels::upsample(queue..., extent, at.in<T>(0), at.out<T>(0));
        });
    });
}

template <>
Lowered lower<ops::upsampleBackward>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& dx = context.output(op, 0);
    return forFloatType(dx.type, [&]<class T>(T) {
        return lowerTo(
            [gradient = kernels::UpsampleGradient(UpsampleExtent(dx.shape, op.as<UpsampleAttributes>()))](
                const Addresses& at, auto&... queue) { kernels::upsampleBackward(queue..., gradient, at.in<T>(0), at.out<T>(0)); });
    });
}

} // namespace netsmith::NS_BACKEND
