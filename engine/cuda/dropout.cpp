#include "engine/ops/dropout.h"

#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/dropout.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

/// The gradient is the same function of dy.
template <>
Lowered lower<ops::dropout>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& x = context.input(op, 0);
    const auto& attributes = op.as<DropoutAttributes>();
    const kernels::DropoutMask mask{attributes.seed, attributes.node, static_cast<float>(attributes.rate)};
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo(
            [mask, samples = x.shape[0], elements = x.shape.elements() / x.shape[0]](Stream& stream, const Addresses& at) {
                kernels::dropout(stream, mask, at.in<std::int64_t>(1), at.in<T>(0), at.out<T>(0), samples, elements);
            },
            {0, {{0, 0}}});
    });
}

template <>
Lowered lower<ops::dropoutBackward>(const LoweringContext& context, const Op& op)
{
    return lower<ops::dropout>(context, op);
}

} // namespace netsmith::cuda
