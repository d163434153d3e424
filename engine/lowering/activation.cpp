#include "engine/ops/activation.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(activation)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::activation>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.output(op, 0).shape.elements();
    const Activation kind = op.as<ActivationAttributes>().kind;
    const auto alpha = static_cast<float>(op.as<ActivationAttributes>().alpha);
    return forFloatType(context.output(op, 0).type, [&]<class T>(T) {
        return lowerTo([=](const Addresses& at,
                           auto&... queue) { kernels::activate(queue..., kind, alpha, at.in<T>(0), at.out<T>(0), count); },
                       {0, {{0, 0}}});
    });
}

template <>
Lowered lower<ops::activationBackward>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.output(op, 0).shape.elements();
    const Activation kind = op.as<ActivationAttributes>().kind;
    const auto alpha = static_cast<float>(op.as<ActivationAttributes>().alpha);
    return forFloatType(context.output(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [=](const Addresses& at, auto&... queue) {
                kernels::activateBackward(queue..., kind, alpha, at.in<T>(0), at.in<T>(1), at.out<T>(0), count);
            },
            {0, {{0, 1}, {0, 0}}});
    });
}

} // namespace netsmith::NS_BACKEND
