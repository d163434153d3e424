#include "engine/ops/fold_batch_norm.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(fold_batch_norm)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::foldBatchNorm>(const LoweringContext& context, const Op& op)
{
    const Shape& w = context.input(op, 0).shape;
    const std::int64_t channels = w[-1], rows = w.elements() / channels;
    const auto epsilon = static_cast<float>(op.as<FoldBatchNormAttributes>().epsilon);
    return lowerTo(
        [=](const Addresses& at, auto&... queue) {
            const FixedNorm norm{at.in<float>(2), at.in<float>(3), at.in<float>(4), at.in<float>(5), epsilon};
            kernels::foldBatchNorm(queue..., norm, at.in<float>(0), at.in<float>(1), at.out<float>(0), at.out<float>(1), rows,
                                   channels, static_cast<float*>(at.workspace));
        },
        {kernels::foldBatchNormScratch(channels) * static_cast<std::int64_t>(sizeof(float)), {}});
}

} // namespace netsmith::NS_BACKEND
