#pragma once

#include "engine/ops/emitter.h"

namespace netsmith::ops {
/// mask [N,T], f32 → the number of samples, as valid steps over T, and its reciprocal; f32. If there are none, one is assumed: a
/// batch of padding then has a loss of 0, as in Keras, without division by 0.
extern const OpSpec countSteps;
} // namespace netsmith::ops
