#pragma once

#include "engine/ops/update.h"

namespace netsmith {

/// Dynamic loss scaling (Micikevicius et al. 2018, section 3.2), with the numbers of PyTorch's GradScaler: the loss is multiplied
/// so that small gradients are representable in FP16. A step whose gradients overflow is skipped, and the next is scaled by half as
/// much; after 2,000 steps without one the scale doubles. It is 2¹⁶ at first; `control::scaleShift` counts its doublings since.
struct LossScaling {
    static constexpr int firstExponent = 16;
    static constexpr std::int64_t leastShift = -40; ///< an overflow at 2⁻²⁴ is not due to the scale
    static constexpr std::int64_t mostShift = 48;
    static constexpr std::int64_t growthInterval = 2000;

    double fixed = 0.0; ///< a fixed scale, whose overflows end the run; 0: dynamic
    std::int64_t samples = 1; ///< of a whole batch: it is the mean over them that is scaled
};

struct LossScaleAttributes : Attributes {
    explicit LossScaleAttributes(LossScaling scaling)
        : scaling(scaling)
    {
    }
    LossScaling scaling;
    std::string text() const override;
};

struct ScaledGuardAttributes : GuardAttributes {
    ScaledGuardAttributes(double clipNorm, LossScaling scaling)
        : GuardAttributes(clipNorm)
        , scaling(scaling)
    {
    }
    LossScaling scaling;
    std::string text() const override;
};

namespace ops {
/// counters → what the sum of a batch's losses is multiplied by: the scale over the samples
extern const OpSpec lossScale;
/// As `guard`, of gradients that were scaled: Σ g², samples, losses …, what they were multiplied by, counters, status → gradient
/// scale, counters, status. If the losses are finite and the gradients are not, the scale is reduced and status becomes `skipped`,
/// until `advance`.
extern const OpSpec scaledGuard;
} // namespace ops

} // namespace netsmith
