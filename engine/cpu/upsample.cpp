#include "engine/ops/upsample.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernels/upsample.h"
#include "engine/cpu/kernel.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::upsample>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& x = context.input(op, 0);
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo([extent = UpsampleExtent(x.shape, op.as<UpsampleAttributes>())](const Addresses& at) {
            if (extent.interpolation == Interpolation::nearest)
                kernels::upsampleNearest(extent, at.in<T>(0), at.out<T>(0));
            else
                kernels::upsampleLinear(extent, at.in<T>(0), at.out<T>(0));
        });
    });
}

template <>
Lowered lower<ops::upsampleBackward>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& dx = context.output(op, 0);
    const UpsampleExtent extent(dx.shape, op.as<UpsampleAttributes>());
    const std::array<kernels::ReaderShares, 3> shares{kernels::ReaderShares(extent, 0), kernels::ReaderShares(extent, 1),
                                                      kernels::ReaderShares(extent, 2)};
    return forFloatType(dx.type, [&]<class T>(T) {
        return lowerTo(
            [extent, shares](const Addresses& at) { kernels::upsampleBackward(extent, shares, at.in<T>(0), at.out<T>(0)); });
    });
}

} // namespace netsmith::cpu
