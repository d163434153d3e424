#include "engine/ops/activation.h"

#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/activation.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::activation>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.output(op, 0).shape.elements();
    const Activation kind = op.as<ActivationAttributes>().kind;
    const auto alpha = static_cast<float>(op.as<ActivationAttributes>().alpha);
    return forFloatType(context.output(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [=](const Addresses& at, Stream& stream) { kernels::activate(stream, kind, alpha, at.in<T>(0), at.out<T>(0), count); },
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
            [=](const Addresses& at, Stream& stream) {
                kernels::activateBackward(stream, kind, alpha, at.in<T>(0), at.in<T>(1), at.out<T>(0), count);
            },
            {0, {{0, 1}}});
    });
}

} // namespace netsmith::cuda
