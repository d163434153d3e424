#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

/// Appends the backward ops of everything in the program that leads from a trainable segment to `loss` (a scalar), and gives the
/// gradient of each weights segment a home in the gradients arena. `seed` is d(objective)/d(loss), a scalar tensor.
/// A segment that `loss` does not depend on has no gradient written: its part of the arena stays zero.
void appendBackward(Emitter& emitter, TensorId loss, TensorId seed, const std::vector<TensorInfo>& tensors,
                    const std::vector<bool>& trainableSegments);

} // namespace netsmith
