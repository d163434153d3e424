#include "engine/ops/fold_batch_norm.h"

#include "engine/cuda/kernels/fold_batch_norm.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::foldBatchNorm>(const LoweringContext& context, const Op& op)
{
    const Shape& w = context.input(op, 0).shape;
    const std::int64_t channels = w[-1];
    return lowerTo(
        [rows = w.elements() / channels, channels, epsilon = op.as<FoldBatchNormAttributes>().epsilon](const Addresses& at,
                                                                                                       Stream& stream) {
            const kernels::FixedNorm norm{at.in<float>(2), at.in<float>(3), at.in<float>(4), at.in<float>(5), epsilon};
            kernels::foldBatchNorm(stream, norm, at.in<float>(0), at.in<float>(1), at.out<float>(0), at.out<float>(1), rows,
                                   channels, static_cast<float*>(at.workspace));
        },
        {channels * static_cast<std::int64_t>(sizeof(float)), {}});
}

} // namespace netsmith::cuda
