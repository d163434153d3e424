#include "engine/ops/merge.h"

#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/merge.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::merge>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.output(op, 0).shape.elements();
    const Merge kind = op.as<MergeAttributes>().kind;
    return forFloatType(context.output(op, 0).type, [&]<class T>(T) {
        return lowerTo([=](const Addresses& at,
                           Stream& stream) { kernels::merge(stream, kind, at.in<T>(0), at.in<T>(1), at.out<T>(0), count); },
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
            [=](const Addresses& at, Stream& stream) {
                kernels::mergeBackward(stream, kind, at.in<T>(0), at.in<T>(1), at.in<T>(2), at.out<T>(0), at.out<T>(1), count);
            },
            {0, {{0, 2}}});
    });
}

} // namespace netsmith::cuda
