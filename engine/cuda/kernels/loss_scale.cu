#include "engine/cuda/kernels/loss_scale.h"

#include "engine/cuda/kernels/launch.h"
#include "engine/cuda/kernels/scalars.h"
#include "engine/ops/loss_scale_steps.h"

#include <cmath>

namespace netsmith::cuda::kernels {
namespace {

struct Scale {
    LossScaling scaling;
    const std::int64_t* counters;
    float* scale;
    NS_DEVICE void operator()(std::int64_t) const
    {
        *scale = static_cast<float>(lossScaleOf(scaling, counters[control::scaleShift]) / static_cast<double>(scaling.samples));
    }
};

/// Latches the status where a loss is not finite: those that do not travel with the guard itself.
struct CheckLosses {
    Scalars losses;
    std::int32_t* status;
    NS_DEVICE void operator()(std::int64_t) const
    {
        if (!losses.areFinite())
            *status = control::notFinite;
    }
};

struct ScaledGuard {
    LossScaling scaling;
    double clip;
    const float* squares;
    const float* samples;
    Scalars losses;
    const float* by;
    float* scale;
    std::int64_t* counters;
    std::int32_t* status;
    NS_DEVICE void operator()(std::int64_t) const
    {
        const double unscaled = 1.0 / (static_cast<double>(*samples) * static_cast<double>(*by));
        const double norm = std::sqrt(static_cast<double>(*squares)) * unscaled;
        *scale = static_cast<float>((clip > 0.0 && norm > clip ? clip / norm : 1.0) * unscaled);
        if (*status == control::good)
            *status = judgeScale(scaling, losses.areFinite(), std::isfinite(*squares), counters);
    }
};

} // namespace

void lossScale(Stream& stream, const LossScaling& scaling, const std::int64_t* counters, float* scale)
{
    launchEach(stream, 1, Scale{scaling, counters, scale});
}

void scaledGuard(Stream& stream, const LossScaling& scaling, double clip, const float* squares, const float* samples,
                 std::span<void* const> losses, const float* by, float* scale, std::int64_t* counters, std::int32_t* status)
{
    while (losses.size() > Scalars::most) {
        launchEach(stream, 1, CheckLosses{Scalars(losses), status});
        losses = losses.subspan(Scalars::most);
    }
    launchEach(stream, 1, ScaledGuard{scaling, clip, squares, samples, Scalars(losses), by, scale, counters, status});
}

} // namespace netsmith::cuda::kernels
