#include "engine/ops/upsample.h"

#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/upsample.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::upsample>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& x = context.input(op, 0);
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo([extent = UpsampleExtent(x.shape, op.as<UpsampleAttributes>())](const Addresses& at, Stream& stream) {
            kernels::upsample(stream, extent, at.in<T>(0), at.out<T>(0));
        });
    });
}

template <>
Lowered lower<ops::upsampleBackward>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& dx = context.output(op, 0);
    return forFloatType(dx.type, [&]<class T>(T) {
        return lowerTo([extent = UpsampleExtent(dx.shape, op.as<UpsampleAttributes>())](const Addresses& at, Stream& stream) {
            kernels::upsampleBackward(stream, extent, at.in<T>(0), at.out<T>(0));
        });
    });
}

} // namespace netsmith::cuda
