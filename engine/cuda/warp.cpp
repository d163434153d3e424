#include "engine/ops/warp.h"

#include "engine/cuda/float_types.h"
#include "engine/cuda/kernel.h"
#include "engine/cuda/kernels/warp.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::warp>(const LoweringContext& context, const Op& op)
{
    const Shape& x = context.input(op, 0).shape;
    const Shape& y = context.output(op, 0).shape;
    const kernels::WarpSizes sizes{x[0], x[1], x[2], x[3], y[1], y[2]};
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo([sizes, steps = kernels::WarpSteps(op.as<WarpAttributes>())](const Addresses& at, Stream& stream) {
            kernels::warp(stream, steps, sizes, at.optional<std::int64_t>(1), at.in<T>(0), at.out<T>(0));
        });
    });
}

} // namespace netsmith::cuda
