#pragma once

#include "engine/ops/op.h"

namespace netsmith {

/// The penalty that a tensor of weights adds to the loss of a batch: samples · (l1 · Σ|w| + l2 · Σw²), as Keras's regularizers, so
/// that the mean over the samples grows by what Keras adds to its loss.
struct WeightPenaltyAttributes : Attributes {
    WeightPenaltyAttributes(double l1, double l2, double samples)
        : l1(l1)
        , l2(l2)
        , samples(samples)
    {
    }
    double l1;
    double l2;
    double samples;
    std::string text() const override;
};

namespace ops {
/// w → penalty, f32
extern const OpSpec weightPenalty;
/// w, d(penalty) → dw; the slope of |w| at 0 is 0
extern const OpSpec weightPenaltyBackward;
} // namespace ops

} // namespace netsmith
