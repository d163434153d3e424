#include "engine/ops/softmax.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(softmax)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::softmax>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& y = context.output(op, 0);
    const std::int64_t columns = y.shape[-1], rows = y.shape.elements() / columns;
    return forFloatType(y.type, [&]<class T>(T) {
        return lowerTo(
            [=](const Addresses& at, auto&... queue) { kernels::softmax(queue..., at.in<T>(0), at.out<T>(0), rows, columns); },
            {0, {{0, 0}}});
    });
}

template <>
Lowered lower<ops::softmaxBackward>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& dx = context.output(op, 0);
    const std::int64_t columns = dx.shape[-1], rows = dx.shape.elements() / columns;
    return forFloatType(dx.type, [&]<class T>(T) {
        return lowerTo(
            [=](const Addresses& at, auto&... queue) {
                kernels::softmaxBackward(queue..., at.in<T>(0), at.in<T>(1), at.out<T>(0), rows, columns);
            },
            {0, {{0, 1}}});
    });
}

} // namespace netsmith::NS_BACKEND
