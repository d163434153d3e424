#include "engine/ops/add.h"

#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/add.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::add>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.output(op, 0).shape.elements();
    const Activation kind = op.as<AddAttributes>().activation;
    return forFloatType(context.output(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [=](const Addresses& at, Stream& stream) { kernels::add(stream, kind, at.in<T>(0), at.in<T>(1), at.out<T>(0), count); },
            {0, {{0, 0}, {0, 1}}});
    });
}

} // namespace netsmith::cuda
