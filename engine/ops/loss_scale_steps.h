#pragma once

#include "engine/ops/control.h"
#include "engine/ops/loss_scale.h"

#include <bit>

// The arithmetic of loss scaling, in functions that a GPU runs too.

namespace netsmith {

/// The scale itself.
constexpr double lossScaleOf(const LossScaling& scaling, std::int64_t shift)
{
    constexpr std::int64_t bias = 1023, mantissa = 52; // a power of two is only an exponent
    const std::int64_t exponent = bias + LossScaling::firstExponent + shift;
    return scaling.fixed > 0.0 ? scaling.fixed : std::bit_cast<double>(exponent << mantissa);
}

/// The effect of a step's gradients on the scale: the status, and the updated counters.
constexpr std::int32_t judgeScale(const LossScaling& scaling, bool finiteLosses, bool finiteGradients, std::int64_t* counters)
{
    if (!finiteLosses)
        return control::notFinite;
    if (!finiteGradients) {
        if (scaling.fixed > 0.0 || counters[control::scaleShift] <= LossScaling::leastShift)
            return control::notFinite;
        --counters[control::scaleShift];
        counters[control::goodSteps] = 0;
        ++counters[control::skipped];
        return control::skippedStep;
    }
    if (scaling.fixed == 0.0 && ++counters[control::goodSteps] >= LossScaling::growthInterval) {
        counters[control::goodSteps] = 0;
        counters[control::scaleShift] += counters[control::scaleShift] < LossScaling::mostShift ? 1 : 0;
    }
    return control::good;
}

} // namespace netsmith
