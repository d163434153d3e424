#include "engine/cpu/kernels/loss_scale.h"

#include "engine/ops/control.h"
#include "engine/ops/loss_scale_steps.h"

#include <algorithm>
#include <cmath>

namespace netsmith::kernels {

void lossScale(const LossScaling& scaling, const std::int64_t* counters, float* scale) noexcept
{
    *scale = static_cast<float>(lossScaleOf(scaling, counters[control::scaleShift]) / static_cast<double>(scaling.samples));
}

void scaledGuard(const LossScaling& scaling, double clip, const float* squares, const float* samples, std::span<void* const> losses,
                 const float* by, float* scale, std::int64_t* counters, std::int32_t* status) noexcept
{
    const double unscaled = 1.0 / (static_cast<double>(*samples) * static_cast<double>(*by));
    const double norm = std::sqrt(static_cast<double>(*squares)) * unscaled;
    *scale = static_cast<float>((clip > 0.0 && norm > clip ? clip / norm : 1.0) * unscaled);
    if (*status != control::good)
        return;
    const bool finite = std::ranges::all_of(losses, [](void* loss) { return std::isfinite(*static_cast<const float*>(loss)); });
    *status = judgeScale(scaling, finite, std::isfinite(*squares), counters);
}

} // namespace netsmith::kernels
