#pragma once

#include "engine/ops/emitter.h"

namespace netsmith::ops {
// Sums over the batch of the mean over each sample's elements; prediction and target (f32) of one shape.
extern const OpSpec squaredError; ///< prediction, target → Σ mean (p − t)²
extern const OpSpec squaredErrorBackward; ///< prediction, target, seed → dp
extern const OpSpec absoluteError; ///< prediction, target → Σ mean |p − t|; a metric, no gradient
} // namespace netsmith::ops
