#include "engine/ops/loss_scale_steps.h"

#include "engine/cpu/kernel.h"

#include <cmath>

namespace netsmith::cpu {

template <>
Lowered lower<ops::lossScale>(const LoweringContext&, const Op& op)
{
    return lowerTo([scaling = op.as<LossScaleAttributes>().scaling](const Addresses& at) {
        const std::int64_t shift = at.in<std::int64_t>(0)[control::scaleShift];
        *at.out<float>(0) = static_cast<float>(lossScaleOf(scaling, shift) / static_cast<double>(scaling.samples));
    });
}

template <>
Lowered lower<ops::scaledGuard>(const LoweringContext&, const Op& op)
{
    const auto& attributes = op.as<ScaledGuardAttributes>();
    return lowerTo([scaling = attributes.scaling, clip = attributes.clipNorm, status = op.inputs.size() - 1](const Addresses& at) {
        const double squares = *at.in<float>(0);
        const double scale = 1.0 / (static_cast<double>(*at.in<float>(1)) * static_cast<double>(*at.in<float>(status - 2)));
        const double norm = std::sqrt(squares) * scale;
        *at.out<float>(0) = static_cast<float>((clip > 0.0 && norm > clip ? clip / norm : 1.0) * scale);
        if (*at.in<std::int32_t>(status) != control::good)
            return;
        bool finite = true;
        for (std::size_t i = 2; i < status - 2; ++i)
            finite = finite && std::isfinite(*at.in<float>(i));
        *at.out<std::int32_t>(2) = judgeScale(scaling, finite, std::isfinite(squares), at.out<std::int64_t>(1));
    });
}

} // namespace netsmith::cpu
