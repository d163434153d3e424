#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/update.h"
#include "engine/ops/update_steps.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

/// Bytes of workspace that `sumSquares` needs.
std::int64_t sumSquaresWorkspace(std::int64_t count);

/// out = Σ x², accumulated in double
void sumSquares(Stream& stream, const float* x, std::int64_t count, float* out, void* workspace);

/// Bytes of workspace that an optimizer needs.
std::int64_t updateWorkspace();

/// Keras's SGD over the ranges of flat arenas, g = gradients·gradientScale: w ← w − rate·decay·w first, then v ← momentum·v −
/// rate·g and w ← w + v, or w + momentum·v − rate·g for Nesterov's; `velocity` is null where there is no momentum.
void sgd(Stream& stream, const SgdAttributes& attributes, const UpdateControl& control, const float* gradients, float* weights,
         float* velocity, void* workspace);

/// Keras's Adam over the ranges of flat arenas, g = gradients·gradientScale: w ← w − rate·decay·w first; then m ← m + (g − m)(1 −
/// β₁), v ← v + (g² − v)(1 − β₂), w ← w − α·m/(√v + ε), where α = rate·√(1 − β₂ᵗ)/(1 − β₁ᵗ).
void adam(Stream& stream, const AdamAttributes& attributes, const UpdateControl& control, const float* gradients, float* weights,
          float* m, float* v, void* workspace);

} // namespace netsmith::cuda::kernels
