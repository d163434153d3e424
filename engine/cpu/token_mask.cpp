#include "engine/ops/token_mask.h"

#include "engine/cpu/kernel.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::tokenMask>(const LoweringContext& context, const Op& op)
{
    const auto padding = static_cast<float>(op.as<TokenMaskAttributes>().padding);
    return lowerTo([padding, count = context.output(op, 0).shape.elements()](const Addresses& at) {
        const float* ids = at.in<float>(0);
        float* mask = at.out<float>(0);
        for (std::int64_t i = 0; i < count; ++i) // one number per step: not worth a second thread
            mask[i] = ids[i] == padding ? 0.0f : 1.0f;
    });
}

} // namespace netsmith::cpu
