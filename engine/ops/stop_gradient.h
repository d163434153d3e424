#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {
namespace ops {
extern const OpSpec stopGradient; ///< x → y with the same values, through which no gradient flows
} // namespace ops

/// A view of `x` through which no gradient goes back: jax.lax.stop_gradient, Tensor.detach of PyTorch.
TensorId emitStopGradient(Emitter& emitter, TensorId x);

} // namespace netsmith
