#include "engine/ops/loss_scale_steps.h"

#include "engine/reference/update_call.h"

#include <array>
#include <cmath>

namespace netsmith::reference {

template <>
void compute<ops::lossScale>(const Call& call)
{
    const LossScaling& scaling = call.as<LossScaleAttributes>().scaling;
    const auto shift = static_cast<std::int64_t>(call.in(0)[control::scaleShift]);
    call.out(0)[0] = lossScaleOf(scaling, shift) / static_cast<double>(scaling.samples);
}

template <>
void compute<ops::scaledGuard>(const Call& call)
{
    const auto& attributes = call.as<ScaledGuardAttributes>();
    const std::size_t status = call.inputCount() - 1;
    const double by = call.in(status - 2)[0];
    const double scale = 1.0 / (call.in(1)[0] * by);
    const double norm = std::sqrt(call.in(0)[0]) * scale;
    call.out(0)[0] = (attributes.clipNorm > 0.0 && norm > attributes.clipNorm ? attributes.clipNorm / norm : 1.0) * scale;
    if (!isGood(call.in(status)))
        return;
    bool finite = true;
    for (std::size_t i = 2; i < status - 2; ++i)
        finite = finite && std::isfinite(call.in(i)[0]);
    std::array<std::int64_t, control::counterCount> counters{};
    for (std::size_t i = 0; i < counters.size(); ++i)
        counters[i] = static_cast<std::int64_t>(call.out(1).values[i]);
    call.out(2)[0] = judgeScale(attributes.scaling, finite, std::isfinite(call.in(0)[0]), counters.data());
    for (std::size_t i = 0; i < counters.size(); ++i)
        call.out(1).values[i] = static_cast<double>(counters[i]);
}

} // namespace netsmith::reference
