#pragma once

#include "engine/ops/emitter.h"

namespace netsmith::ops {
/// mask [N,T], f32 → of how many samples its steps are, those that count over T, and 1 over that; f32. Where none counts, one does:
/// a batch of padding has then a loss of 0, as in Keras, and nothing is divided by 0.
extern const OpSpec countSteps;
} // namespace netsmith::ops
