#pragma once

#include "engine/ops/emitter.h"

namespace netsmith::ops {
// Rows are the last axis of prediction and target (f32), which have the same shape. Weights (f32) have the first axes of the rows.
// A length below 1e-7 counts as that, as in Keras.
/// prediction, target(, weights) → Σ over the batch of the mean over each sample's rows of −weight·cos(p, t), f32
extern const OpSpec cosineSimilarity;
/// prediction, target, seed(, weights) → dp
extern const OpSpec cosineSimilarityBackward;
} // namespace netsmith::ops
