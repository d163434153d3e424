#include "engine/ops/cast.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(cast)

namespace netsmith::NS_BACKEND {

/// Between f32 and a type of 16 bits.
template <>
Lowered lower<ops::cast>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& to = context.output(op, 0);
    const std::int64_t count = to.shape.elements();
    if (to.type == DataType::f32)
        return forFloatType(context.input(op, 0).type, [&]<class From>(From) {
            return lowerTo(
                [=](const Addresses& at, auto&... queue) { kernels::cast(queue..., at.in<From>(0), at.out<float>(0), count); });
        });
    return forFloatType(to.type, [&]<class To>(To) {
        return lowerTo(
            [=](const Addresses& at, auto&... queue) { kernels::cast(queue..., at.in<float>(0), at.out<To>(0), count); });
    });
}

} // namespace netsmith::NS_BACKEND
