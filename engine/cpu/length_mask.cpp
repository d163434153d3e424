#include "engine/ops/length_mask.h"

#include "engine/cpu/kernel.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::lengthMask>(const LoweringContext& context, const Op& op)
{
    return lowerTo([shape = context.output(op, 0).shape](const Addresses& at) {
        const float* lengths = at.in<float>(0);
        float* mask = at.out<float>(0);
        for (std::int64_t i = 0; i < shape.elements(); ++i) // one number per step: not worth a second thread
            mask[i] = static_cast<float>(i % shape[1]) < lengths[i / shape[1]] ? 1.0f : 0.0f;
    });
}

} // namespace netsmith::cpu
