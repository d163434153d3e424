#pragma once

#include "engine/ops/emitter.h"

namespace netsmith::ops {
extern const OpSpec softmax; ///< x → exp(x) / Σ exp(x) over the last axis
extern const OpSpec softmaxBackward; ///< y, dy → dx
} // namespace netsmith::ops
