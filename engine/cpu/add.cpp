#include "engine/ops/add.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernels/activation.h"
#include "engine/cpu/kernels/add.h"
#include "engine/cpu/kernel.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::add>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.output(op, 0).shape.elements();
    const Activation activation = op.as<AddAttributes>().activation;
    return forFloatType(context.output(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [=](const Addresses& at) {
                if (activation == Activation::relu)
                    return kernels::addRelu(at.in<T>(0), at.in<T>(1), at.out<T>(0), count);
                kernels::add(at.in<T>(0), at.in<T>(1), at.out<T>(0), count);
                kernels::activate(activation, at.out<T>(0), count);
            },
            {0, {{0, 0}, {0, 1}}});
    });
}

} // namespace netsmith::cpu
