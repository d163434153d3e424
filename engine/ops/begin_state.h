#pragma once

#include "engine/ops/emitter.h"

namespace netsmith::ops {
/// state (f32, of any shape), counters → the state, or 0 if the batch is the first of its epoch: see `control::position`
extern const OpSpec beginState;
} // namespace netsmith::ops
