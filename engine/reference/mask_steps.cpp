#include "engine/ops/mask_steps.h"

#include "engine/reference/call.h"

namespace netsmith::reference {

template <>
void compute<ops::maskSteps>(const Call& call)
{
    const auto& attributes = call.as<MaskStepsAttributes>();
    const Tensor& mask = call.in(1);
    const std::int64_t samples = mask.shape()[0], steps = mask.shape()[1];
    const std::int64_t width = call.in(0).size() / mask.size();
    const double other = call.in(0).info->type == DataType::i32 ? -1.0 : maskedNumber(attributes.as);
    for (std::int64_t n = 0; n < samples; ++n) {
        std::int64_t counted = 0;
        for (std::int64_t t = 0; t < steps; ++t)
            counted += mask[n * steps + t] != 0.0;
        const bool spared = counted == 0 && attributes.sparesEmpty();
        for (std::int64_t t = 0; t < steps; ++t)
            for (std::int64_t c = 0; c < width; ++c) {
                const std::int64_t i = (n * steps + t) * width + c;
                call.out(0)[i] = spared || mask[n * steps + t] != 0.0 ? call.in(0)[i] : other;
            }
    }
}

} // namespace netsmith::reference
