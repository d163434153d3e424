#include "engine/ops/dropout.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernels/dropout.h"
#include "engine/cpu/kernel.h"
#include "engine/ops/control.h"

namespace netsmith::cpu {

/// The gradient is the same function of dy.
template <>
Lowered lower<ops::dropout>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& x = context.input(op, 0);
    const auto& attributes = op.as<DropoutAttributes>();
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo(
            [seed = attributes.seed, node = attributes.node, rate = static_cast<float>(attributes.rate), samples = x.shape[0],
             elements = x.shape.elements() / x.shape[0]](const Addresses& at) {
                const auto first = static_cast<std::uint64_t>(at.in<std::int64_t>(1)[control::samples]);
                kernels::dropout({seed, first, node, rate}, at.in<T>(0), at.out<T>(0), samples, elements);
            },
            {0, {{0, 0}}});
    });
}

template <>
Lowered lower<ops::dropoutBackward>(const LoweringContext& context, const Op& op)
{
    return lower<ops::dropout>(context, op);
}

} // namespace netsmith::cpu
