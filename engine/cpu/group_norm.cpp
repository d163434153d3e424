#include "engine/ops/group_norm.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernels/group_norm.h"
#include "engine/cpu/kernel.h"

namespace netsmith::cpu {
namespace {

kernels::GroupNormShape groupNormShape(const LoweringContext& context, const Op& op)
{
    const Shape& x = context.input(op, 0).shape;
    return {x[0], x.elements() / x[0] / x[-1], x[-1], op.as<GroupNormAttributes>().groups};
}

std::int64_t scratchBytes(const kernels::GroupNormShape& shape)
{
    return kernels::groupNormScratch(shape) * static_cast<std::int64_t>(sizeof(float));
}

} // namespace

template <>
Lowered lower<ops::groupNorm>(const LoweringContext& context, const Op& op)
{
    const kernels::GroupNormShape shape = groupNormShape(context, op);
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [shape, epsilon = op.as<GroupNormAttributes>().epsilon](const Addresses& at) {
                kernels::groupNorm(shape, epsilon, at.in<T>(0), at.in<float>(1), at.in<float>(2), at.out<T>(0), at.out<float>(1),
                                   at.out<float>(2), static_cast<float*>(at.workspace));
            },
            {scratchBytes(shape), {{0, 0}}});
    });
}

template <>
Lowered lower<ops::groupNormBackward>(const LoweringContext& context, const Op& op)
{
    const kernels::GroupNormShape shape = groupNormShape(context, op);
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [shape](const Addresses& at) {
                kernels::groupNormBackward(shape, at.in<T>(0), at.in<float>(1), at.in<float>(2), at.in<float>(3), at.in<T>(4),
                                           at.out<T>(0), at.out<float>(1), at.out<float>(2), static_cast<float*>(at.workspace));
            },
            {scratchBytes(shape), {{0, 4}}});
    });
}

} // namespace netsmith::cpu
