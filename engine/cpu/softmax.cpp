#include "engine/ops/softmax.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernels/softmax.h"
#include "engine/cpu/kernel.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::softmax>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& y = context.output(op, 0);
    const std::int64_t columns = y.shape[-1], rows = y.shape.elements() / columns;
    return forFloatType(y.type, [&]<class T>(T) {
        return lowerTo([=](const Addresses& at) { kernels::softmax(at.in<T>(0), at.out<T>(0), rows, columns); }, {0, {{0, 0}}});
    });
}

template <>
Lowered lower<ops::softmaxBackward>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& dx = context.output(op, 0);
    const std::int64_t columns = dx.shape[-1], rows = dx.shape.elements() / columns;
    return forFloatType(dx.type, [&]<class T>(T) {
        return lowerTo(
            [=](const Addresses& at) { kernels::softmaxBackward(at.in<T>(0), at.in<T>(1), at.out<T>(0), rows, columns); },
            {0, {{0, 1}}});
    });
}

} // namespace netsmith::cpu
