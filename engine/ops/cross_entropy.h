#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

struct CrossEntropyAttributes : Attributes {
    double labelSmoothing = 0.0; ///< s: each target t becomes t·(1 − s) + s/classes (Szegedy et al. 2016)
    double gamma = 0.0; ///< focal (Lin et al. 2017): each term times alpha·(1 − p)^gamma
    double alpha = 1.0;
    std::string text() const override;
};

namespace ops {
// Rows are the last axis; a target is one class per row (i32) or one distribution per row (f32). A class out of range makes the sum
// NaN, so that the guard ends the run. Weights (f32) have the first axes of the rows: one per sample, or one per row.
/// probabilities, target(, weights) → Σ over the batch of the mean over each sample's rows of −weight·Σ t·log p, with p in
/// [1e-7, 1−1e-7] as in Keras
extern const OpSpec crossEntropy;
/// probabilities, target, seed(, weights) → d probabilities; 0 where p was clipped
extern const OpSpec crossEntropyBackward;
/// logits, target(, weights) → the same sum by the log-sum-exp (f32 whatever the logits' type), and the probabilities (f32)
extern const OpSpec softmaxCrossEntropy;
/// probabilities, target, seed(, weights) → d logits, f32: (p·Σt − t)·seed where no gamma is
extern const OpSpec softmaxCrossEntropyBackward;
} // namespace ops

} // namespace netsmith
