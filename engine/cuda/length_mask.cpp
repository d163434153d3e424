#include "engine/ops/length_mask.h"

#include "engine/cuda/kernel.h"
#include "engine/cuda/kernels/length_mask.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::lengthMask>(const LoweringContext& context, const Op& op)
{
    return lowerTo([shape = context.output(op, 0).shape](const Addresses& at, Stream& stream) {
        kernels::lengthMask(stream, at.in<float>(0), at.out<float>(0), shape[0], shape[1]);
    });
}

} // namespace netsmith::cuda
