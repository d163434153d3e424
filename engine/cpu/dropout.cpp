#include "engine/ops/dropout.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernels/dropout.h"
#include "engine/cpu/kernel.h"
#include "engine/ops/control.h"

namespace netsmith::cpu {
namespace {

Lowered lowerMasked(const LoweringContext& context, const Op& op, const kernels::DropoutResult& result)
{
    const TensorInfo& x = context.input(op, 0);
    const auto& attributes = op.as<DropoutAttributes>();
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo(
            [result, seed = attributes.seed, node = attributes.node, rate = static_cast<float>(attributes.rate),
             samples = x.shape[0], repeats = attributes.repeated(x.shape),
             elements = attributes.drawn(x.shape)](const Addresses& at) {
                const auto first = static_cast<std::uint64_t>(at.in<std::int64_t>(1)[control::samples]);
                kernels::dropout({seed, first, node, rate}, result, at.in<T>(0), at.out<T>(0), samples, repeats, elements);
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

} // namespace netsmith::cpu
