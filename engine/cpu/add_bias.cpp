#include "engine/ops/add_bias.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernels/activation.h"
#include "engine/cpu/kernels/bias.h"
#include "engine/cpu/kernel.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::addBias>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& x = context.input(op, 0);
    const std::int64_t columns = x.shape[-1], rows = x.shape.elements() / columns;
    const Activation activation = op.as<AddBiasAttributes>().activation;
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo(
            [=](const Addresses& at) {
                kernels::addBias(at.in<T>(0), at.in<float>(1), at.out<T>(0), rows, columns, activation == Activation::relu);
                if (activation != Activation::relu)
                    kernels::activate(activation, at.out<T>(0), rows * columns);
            },
            {0, {{0, 0}}});
    });
}

template <>
Lowered lower<ops::addBiasBackward>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& dy = context.input(op, 0);
    return forFloatType(dy.type, [&]<class T>(T) {
        return lowerTo([columns = dy.shape[-1], rows = dy.shape.elements() / dy.shape[-1]](const Addresses& at) {
            kernels::sumRows(at.in<T>(0), at.out<float>(0), rows, columns);
        });
    });
}

} // namespace netsmith::cpu
