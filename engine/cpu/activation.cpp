#include "engine/ops/activation.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernels/activation.h"
#include "engine/cpu/kernel.h"

namespace netsmith::cpu {
namespace {

template <class T>
auto forwardKernel(Activation kind)
{
    return kind == Activation::relu ? &kernels::relu<T> : kind == Activation::sigmoid ? &kernels::sigmoid<T> : &kernels::tanh<T>;
}

template <class T>
auto backwardKernel(Activation kind)
{
    return kind == Activation::relu   ? &kernels::reluBackward<T>
        : kind == Activation::sigmoid ? &kernels::sigmoidBackward<T>
                                      : &kernels::tanhBackward<T>;
}

} // namespace

template <>
Lowered lower<ops::activation>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.output(op, 0).shape.elements();
    return forFloatType(context.output(op, 0).type, [&]<class T>(T) {
        const auto kernel = forwardKernel<T>(op.as<ActivationAttributes>().kind);
        return lowerTo([=](const Addresses& at) { kernel(at.in<T>(0), at.out<T>(0), count); }, {0, {{0, 0}}});
    });
}

template <>
Lowered lower<ops::activationBackward>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.output(op, 0).shape.elements();
    return forFloatType(context.output(op, 0).type, [&]<class T>(T) {
        const auto kernel = backwardKernel<T>(op.as<ActivationAttributes>().kind);
        return lowerTo([=](const Addresses& at) { kernel(at.in<T>(0), at.in<T>(1), at.out<T>(0), count); }, {0, {{0, 1}}});
    });
}

} // namespace netsmith::cpu
