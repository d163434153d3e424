#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

namespace ops {
// Rows are the last axis; a target is one class a row (i32) or one distribution a row (f32). A class that is not there makes the
// sum NaN, so that the guard ends the run.
/// probabilities, target → Σ over rows of −Σ t·log p, with p in [1e-7, 1−1e-7] as in Keras
extern const OpSpec crossEntropy;
/// probabilities, target, seed → d probabilities; 0 where p was clipped
extern const OpSpec crossEntropyBackward;
/// logits, target → the same sum by the log-sum-exp (f32 whatever the logits' type), and the probabilities (f32)
extern const OpSpec softmaxCrossEntropy;
/// probabilities, target, seed → d logits = (p·Σt − t)·seed, f32
extern const OpSpec softmaxCrossEntropyBackward;
} // namespace ops

} // namespace netsmith
