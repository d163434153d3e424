#pragma once

#include "engine/ops/emitter.h"

namespace netsmith::ops {
/// x […,C], alpha [C], f32 → y: x where it is positive, else alpha · x. He et al. 2015.
extern const OpSpec prelu;
extern const OpSpec preluBackward; ///< x, alpha, dy → dx, dalpha, f32
} // namespace netsmith::ops
