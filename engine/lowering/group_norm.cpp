#include "engine/ops/group_norm.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(group_norm)

namespace netsmith::NS_BACKEND {
namespace {

GroupNormShape groupNormShape(const LoweringContext& context, const Op& op)
{
    const Shape& x = context.input(op, 0).shape;
    return {x[0], x.elements() / x[0] / x[-1], x[-1], op.as<GroupNormAttributes>().groups};
}

} // namespace

template <>
Lowered lower<ops::groupNorm>(const LoweringContext& context, const Op& op)
{
    const GroupNormShape shape = groupNormShape(context, op);
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [shape, epsilon = op.as<GroupNormAttributes>().epsilon](const Addresses& at, auto&... queue) {
                kernels::groupNorm(queue..., shape, epsilon, at.in<T>(0), at.in<float>(1), at.in<float>(2), at.out<T>(0),
                                   at.out<float>(1), at.out<float>(2), at.workspace);
            },
            {kernels::groupNormWorkspace(shape), {{0, 0}}});
    });
}

template <>
Lowered lower<ops::groupNormBackward>(const LoweringContext& context, const Op& op)
{
    const GroupNormShape shape = groupNormShape(context, op);
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [shape](const Addresses& at, auto&... queue) {
                kernels::groupNormBackward(queue..., shape, at.in<T>(0), at.in<float>(1), at.in<float>(2), at.in<float>(3),
                                           at.in<T>(4), at.out<T>(0), at.out<float>(1), at.out<float>(2), at.workspace);
            },
            {kernels::groupNormWorkspace(shape), {{0, 4}}});
    });
}

} // namespace netsmith::NS_BACKEND
