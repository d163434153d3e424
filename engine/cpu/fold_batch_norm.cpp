#include "engine/ops/fold_batch_norm.h"

#include "engine/cpu/kernels/batch_norm.h"
#include "engine/cpu/kernel.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::foldBatchNorm>(const LoweringContext& context, const Op& op)
{
    const Shape& w = context.input(op, 0).shape;
    return lowerTo([rows = w.elements() / w[-1], channels = w[-1],
                    epsilon = static_cast<float>(op.as<FoldBatchNormAttributes>().epsilon)](const Addresses& at) {
        kernels::foldBatchNorm(at.in<float>(0), at.in<float>(1), at.in<float>(2), at.in<float>(3), at.in<float>(4), at.in<float>(5),
                               epsilon, at.out<float>(0), at.out<float>(1), rows, channels);
    });
}

} // namespace netsmith::cpu
