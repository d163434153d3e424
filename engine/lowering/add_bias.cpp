#include "engine/ops/add_bias.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(add_bias)
#include NS_KERNELS(column_sums)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::addBias>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& x = context.input(op, 0);
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo(
            [activation = op.as<AddBiasAttributes>().activation, columns = x.shape[-1],
             count = x.shape.elements()](const Addresses& at, auto&... queue) {
                kernels::addBias(queue..., activation, at.in<T>(0), at.in<float>(1), at.out<T>(0), count, columns);
            },
            {0, {{0, 0}}});
    });
}

template <>
Lowered lower<ops::addBiasBackward>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& dy = context.input(op, 0);
    const std::int64_t columns = dy.shape[-1], rows = dy.shape.elements() / columns;
    return forFloatType(dy.type, [&]<class T>(T) {
        return lowerTo(
            [=](const Addresses& at, auto&... queue) {
                kernels::columnSums(queue..., at.in<T>(0), at.out<float>(0), rows, columns, static_cast<float*>(at.workspace));
            },
            {kernels::columnPartials(rows, columns) * static_cast<std::int64_t>(sizeof(float)), {}});
    });
}

} // namespace netsmith::NS_BACKEND
