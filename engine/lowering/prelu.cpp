#include "engine/ops/prelu.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(prelu)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::prelu>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& x = context.input(op, 0);
    const std::int64_t channels = x.shape[-1], rows = x.shape.elements() / channels;
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo(
            [=](const Addresses& at, auto&... queue) {
                kernels::prelu(queue..., at.in<T>(0), at.in<float>(1), at.out<T>(0), rows, channels);
            },
            {0, {{0, 0}}});
    });
}

template <>
Lowered lower<ops::preluBackward>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& x = context.input(op, 0);
    const std::int64_t channels = x.shape[-1], rows = x.shape.elements() / channels;
    const std::int64_t scratch = kernels::preluScratch(rows, channels) * static_cast<std::int64_t>(sizeof(float));
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo(
            [=](const Addresses& at, auto&... queue) {
                kernels::preluBackward(queue..., at.in<T>(0), at.in<float>(1), at.in<T>(2), at.out<T>(0), at.out<float>(1), rows,
                                       channels, static_cast<float*>(at.workspace));
            },
            {scratch, {{0, 2}, {0, 0}}});
    });
}

} // namespace netsmith::NS_BACKEND
