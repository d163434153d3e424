#include "engine/ops/merge.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(merge)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::merge>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.output(op, 0).shape.elements();
    const Merge kind = op.as<MergeAttributes>().kind;
    return forFloatType(context.output(op, 0).type, [&]<class T>(T) {
        return lowerTo([=](const Addresses& at,
                           auto&... queue) { kernels::merge(queue..., kind, at.in<T>(0), at.in<T>(1), at.out<T>(0), count); },
                       {0, {{0, 0}, {0, 1}}});
    });
}

template <>
Lowered lower<ops::mergeBackward>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.output(op, 0).shape.elements();
    const Merge kind = op.as<MergeAttributes>().kind;
    return forFloatType(context.output(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [=](const Addresses& at, auto&... queue) {
                kernels::mergeBackward(queue..., kind, at.in<T>(0), at.in<T>(1), at.in<T>(2), at.out<T>(0), at.out<T>(1), count);
            },
            {0, {{0, 2}}});
    });
}

} // namespace netsmith::NS_BACKEND
