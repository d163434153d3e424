#include "engine/ops/activation.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernels/activation.h"
#include "engine/cpu/kernel.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::activation>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.output(op, 0).shape.elements();
    const auto& attributes = op.as<ActivationAttributes>();
    return forFloatType(context.output(op, 0).type, [&]<class T>(T) {
        return lowerTo([count, kind = attributes.kind, alpha = static_cast<float>(attributes.alpha)](
                           const Addresses& at) { kernels::activate(kind, alpha, at.in<T>(0), at.out<T>(0), count); },
                       {0, {{0, 0}}});
    });
}

template <>
Lowered lower<ops::activationBackward>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.output(op, 0).shape.elements();
    const auto& attributes = op.as<ActivationAttributes>();
    return forFloatType(context.output(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [count, kind = attributes.kind, alpha = static_cast<float>(attributes.alpha)](const Addresses& at) {
                kernels::activateBackward(kind, alpha, at.in<T>(0), at.in<T>(1), at.out<T>(0), count);
            },
            {0, {{0, 1}, {0, 0}}});
    });
}

} // namespace netsmith::cpu
