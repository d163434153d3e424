#pragma once

#include "engine/ops/objective_call.h"

namespace netsmith {

/// Compute, then commit: the ops of the update program, which alone write what lasts.
struct GuardAttributes : Attributes {
    explicit GuardAttributes(double clipNorm)
        : clipNorm(clipNorm)
    {
    }
    double clipNorm; ///< 0: none
    std::string text() const override;
};

/// Heavy-ball SGD, optionally Nesterov's. Keras: v ← μv − ηg; w ← w + v, or w + μv − ηg.
struct SgdAttributes : Attributes {
    double momentum = 0.0;
    bool nesterov = false;
    double weightDecay = 0.0;
    std::vector<UpdateRange> ranges;
    std::string text() const override;
};

/// Adam (Kingma and Ba 2015) in Keras's form: α = η·√(1−β₂ᵗ)/(1−β₁ᵗ); w ← w − α·m/(√v + ε); AdamW (Loshchilov and Hutter 2019)
/// first takes η·decay·w off the weights that decay.
struct AdamAttributes : Attributes {
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-7;
    double weightDecay = 0.0;
    std::vector<UpdateRange> ranges;
    std::string text() const override;
};

struct AdvanceAttributes : Attributes {
    AdvanceAttributes(std::int64_t batch, bool countsStep)
        : batch(batch)
        , countsStep(countsStep)
    {
    }
    std::int64_t batch;
    bool countsStep; ///< training: also the optimizer's step
    std::string text() const override;
};

namespace ops {
/// gradients arena → Σ g², accumulated in double, f32
extern const OpSpec sumSquares;
/// Σ g², samples, losses …, status → gradient scale, status. The scale is 1/samples, times clipNorm/norm where the norm of the
/// scaled gradient is beyond clipNorm; status becomes `notFinite` where the norm or a loss is not finite.
extern const OpSpec guard;
/// weights, gradients, (velocity,) rates, counters, scale, status → weights(, velocity); velocity where momentum is not 0
extern const OpSpec sgd;
/// weights, gradients, m, v, rates, counters, scale, status → weights, m, v
extern const OpSpec adam;
/// staged, status, statistics → statistics
extern const OpSpec commitStatistics;
/// counters, status → counters: position and samples + batch, launch + 1, step + 1 where it counts; nothing if status is not 0
extern const OpSpec advance;
/// scalar values …, counters → metrics: the row of this launch's step. (Before `advance`.)
extern const OpSpec record;
} // namespace ops

} // namespace netsmith
