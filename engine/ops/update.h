#pragma once

#include "engine/ops/objective_call.h"

namespace netsmith {

/// Compute, then commit: the ops of the update program, the only ones that write persistent state.
struct GuardAttributes : Attributes {
    explicit GuardAttributes(double clipNorm)
        : clipNorm(clipNorm)
    {
    }
    double clipNorm; ///< 0: none
    std::string text() const override;
};

/// The attributes of every optimizer's op: which weights it updates and how they decay. w ← w − η·decay·w comes first in all of
/// them, as in Keras, so that decay is decoupled from the gradient (Loshchilov and Hutter 2019).
struct UpdateAttributes : Attributes {
    double weightDecay = 0.0;
    std::vector<UpdateRange> ranges;
    /// " decay 0.01 0..64 64..80 undecayed": the end of each one's text.
    std::string updateText() const;
};

/// Heavy-ball SGD, optionally Nesterov's. Keras: v ← μv − ηg; w ← w + v, or w + μv − ηg.
struct SgdAttributes : UpdateAttributes {
    double momentum = 0.0;
    bool nesterov = false;
    std::string text() const override;
};

/// Adam (Kingma and Ba 2015) in Keras's form: α = η·√(1−β₂ᵗ)/(1−β₁ᵗ); w ← w − α·m/(√v + ε). With decay it is AdamW.
struct AdamAttributes : UpdateAttributes {
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-7;
    std::string text() const override;
};

/// A skipped step has read its batch: the state that layers carry from batch to batch is updated, everything else stays.
struct CommitAttributes : Attributes {
    struct Range {
        std::int64_t begin = 0; ///< in elements
        std::int64_t end = 0;
    };
    std::vector<Range> recurrentState;
    std::string text() const override;
};

struct AdvanceAttributes : Attributes {
    AdvanceAttributes(std::int64_t batch, bool countsStep, bool countsLaunch = true, bool settles = true)
        : batch(batch)
        , countsStep(countsStep)
        , countsLaunch(countsLaunch)
        , settles(settles)
    {
    }
    std::int64_t batch;
    bool countsStep; ///< training: also the optimizer's step, unless it was skipped
    bool countsLaunch; ///< not if more batches belong to the step
    bool settles; ///< resets a skipped step's status; not if more counters need it
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
/// staged, status, statistics → statistics: nothing if status is `notFinite`, and only the recurrent state if it is `skippedStep`
extern const OpSpec commitStatistics;
/// counters, status → counters, status: position and samples + batch, launch + 1, step + 1 and rate + 1 where they count; nothing
/// if status is `notFinite`. A skipped step does not count, takes no rate, and its status is reset afterwards.
extern const OpSpec advance;
/// values …, each a scalar or a vector, counters → metrics: the row of this launch's step, one value after the other. (Before
/// `advance`.)
extern const OpSpec record;
} // namespace ops

} // namespace netsmith
