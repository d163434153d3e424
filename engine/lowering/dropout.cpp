#include "engine/ops/dropout.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(dropout)

namespace netsmith::NS_BACKEND {
namespace {

Lowered lowerMasked(const LoweringContext& context, const Op& op, const DropoutResult& result)
{
    const TensorInfo& x = context.input(op, 0);
    const auto& attributes = op.as<DropoutAttributes>();
    const DropoutMask mask{attributes.seed, attributes.node, static_cast<float>(attributes.rate)};
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo(
            [mask, result, samples = x.shape[0], repeats = attributes.repeated(x.shape),
             elements = attributes.drawn(x.shape)](const Addresses& at, auto&... queue) {
                kernels::dropout(queue..., mask, result, at.in<std::int64_t>(1), at.in<T>(0), at.out<T>(0), samples, repeats,
                                 elements);
            },
            {0, {{0, 0}}});
    });
}

} // namespace

template <>
Lowered lower<ops::dropout>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<DropoutAttributes>();
    return lowerMasked(context, op,
                       {static_cast<float>(attributes.factor()), static_cast<float>(attributes.shift()),
                        static_cast<float>(attributes.dropped())});
}

template <>
Lowered lower<ops::dropoutBackward>(const LoweringContext& context, const Op& op)
{
    return lowerMasked(context, op, {static_cast<float>(op.as<DropoutAttributes>().factor())});
}

} // namespace netsmith::NS_BACKEND
