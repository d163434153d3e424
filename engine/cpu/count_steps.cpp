#include "engine/ops/count_steps.h"

#include "engine/cpu/kernel.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::countSteps>(const LoweringContext& context, const Op& op)
{
    const Shape& mask = context.input(op, 0).shape;
    return lowerTo([count = mask.elements(), steps = mask[1]](const Addresses& at) {
        std::int64_t counted = 0;
        for (std::int64_t i = 0; i < count; ++i) // one number per step: not worth a second thread
            counted += at.in<float>(0)[i] != 0.0f ? 1 : 0;
        const double samples = static_cast<double>(counted > 0 ? counted : 1) / static_cast<double>(steps);
        *at.out<float>(0) = static_cast<float>(samples);
        *at.out<float>(1) = static_cast<float>(1.0 / samples);
    });
}

} // namespace netsmith::cpu
