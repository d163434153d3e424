#include "engine/ops/warp.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(warp)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::warp>(const LoweringContext& context, const Op& op)
{
    const Shape& x = context.input(op, 0).shape;
    const Shape& y = context.output(op, 0).shape;
    const WarpSizes sizes{x[0], x[1], x[2], x[3], y[1], y[2]};
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo([sizes, steps = kernels::WarpSteps(op.as<WarpAttributes>())](const Addresses& at, auto&... queue) {
            kernels::warp(queue..., steps, sizes, at.optional<std::int64_t>(1), at.in<T>(0), at.out<T>(0));
        });
    });
}

} // namespace netsmith::NS_BACKEND
