#include "engine/ops/prelu.h"

#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/column_sums.h"
#include "engine/cuda/kernels/prelu.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::prelu>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& x = context.input(op, 0);
    const std::int64_t channels = x.shape[-1], rows = x.shape.elements() / channels;
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo([=](const Addresses& at,
                           Stream& stream) { kernels::prelu(stream, at.in<T>(0), at.in<float>(1), at.out<T>(0), rows, channels); },
                       {0, {{0, 0}}});
    });
}

template <>
Lowered lower<ops::preluBackward>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& x = context.input(op, 0);
    const std::int64_t channels = x.shape[-1], rows = x.shape.elements() / channels;
    const std::int64_t partials = kernels::columnPartials(rows, channels) * static_cast<std::int64_t>(sizeof(float));
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo(
            [=](const Addresses& at, Stream& stream) {
                kernels::preluBackward(stream, at.in<T>(0), at.in<float>(1), at.in<T>(2), at.out<T>(0), at.out<float>(1), rows,
                                       channels, static_cast<float*>(at.workspace));
            },
            {partials, {{0, 2}, {0, 0}}});
    });
}

} // namespace netsmith::cuda
