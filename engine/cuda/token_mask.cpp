#include "engine/ops/token_mask.h"

#include "engine/cuda/kernels/token_mask.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::tokenMask>(const LoweringContext& context, const Op& op)
{
    const auto padding = static_cast<float>(op.as<TokenMaskAttributes>().padding);
    return lowerTo([padding, count = context.output(op, 0).shape.elements()](const Addresses& at, Stream& stream) {
        kernels::tokenMask(stream, padding, at.in<float>(0), at.out<float>(0), count);
    });
}

} // namespace netsmith::cuda
