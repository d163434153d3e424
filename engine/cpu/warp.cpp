#include "engine/ops/warp.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernel.h"
#include "engine/cpu/kernels/warp.h"
#include "engine/ops/control.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::warp>(const LoweringContext& context, const Op& op)
{
    const Shape& x = context.input(op, 0).shape;
    const Shape& y = context.output(op, 0).shape;
    const kernels::WarpBatch batch{x[0], x[1], x[2], x[3], y[1], y[2], 0};
    const bool random = context.hasInput(op, 1);
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo([batch, random, attributes = op.as<WarpAttributes>()](const Addresses& at) {
            kernels::WarpBatch drawn = batch;
            if (random)
                drawn.firstSample = static_cast<std::uint64_t>(at.in<std::int64_t>(1)[control::samples]);
            kernels::warp(attributes, drawn, at.in<T>(0), at.out<T>(0));
        });
    });
}

} // namespace netsmith::cpu
