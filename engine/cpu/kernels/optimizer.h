#pragma once

#include "engine/cpu/kernels/arena_split.h"

#include <cstdint>

namespace netsmith::kernels {

/// Bytes of workspace that an optimizer of one pass needs.
inline std::int64_t updateWorkspace()
{
    return 0;
}

// With a step and a count: a part of the arenas, on the caller's thread.

/// The part of a step that is the same for all optimizers, for the weights of a range: g = gradients·gradientScale, and w ← w −
/// decay·w comes first, where `decay` is the rate times the weight decay.
struct UpdateStep {
    float rate = 0.0f;
    float decay = 0.0f;
    float gradientScale = 1.0f;
};

/// Keras's SGD over flat arrays: v ← momentum·v − rate·g and w ← w + v, or w + momentum·v − rate·g for Nesterov's.
struct SgdStep : UpdateStep {
    float momentum = 0.0f;
    bool nesterov = false;
};
/// `velocity` is null where there is no momentum.
void sgd(const SgdStep& step, const float* gradients, float* weights, float* velocity, std::int64_t count) noexcept;
void sgd(const SplitUpdate<SgdAttributes>& optimizer, const UpdateControl& control, const float* gradients, float* weights,
         float* velocity, void* workspace);

/// Keras's Adam over flat arrays: m ← m + (g − m)(1 − β₁), v ← v + (g² − v)(1 − β₂), w ← w − rate·correction·m/(√v + ε), where
/// `correction` is √(1 − β₂ᵗ)/(1 − β₁ᵗ).
struct AdamStep : UpdateStep {
    double correction = 1.0;
    float oneMinusBeta1 = 0.1f;
    float oneMinusBeta2 = 0.001f;
    float epsilon = 1e-7f;
};
void adam(const AdamStep& step, const float* gradients, float* weights, float* m, float* v, std::int64_t count) noexcept;
void adam(const SplitUpdate<AdamAttributes>& optimizer, const UpdateControl& control, const float* gradients, float* weights,
          float* m, float* v, void* workspace);

/// Bytes of workspace that `sumSquares` needs.
std::int64_t sumSquaresWorkspace(const ArenaSplit& x);

/// out = Σ x², accumulated in double
void sumSquares(const float* x, const ArenaSplit& split, float* out, void* workspace);

} // namespace netsmith::kernels
