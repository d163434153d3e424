#pragma once

#include <cstdint>

namespace netsmith::kernels {

// All on the caller's thread: who owns which weights is known outside.

/// Keras's SGD over flat arrays, g = gradients·gradientScale: w ← w − decay·w first, where `decay` is the rate times the weight
/// decay; then v ← momentum·v − rate·g and w ← w + v, or w + momentum·v − rate·g for Nesterov's.
struct SgdStep {
    float rate = 0.0f;
    float momentum = 0.0f;
    bool nesterov = false;
    float decay = 0.0f;
    float gradientScale = 1.0f;
};
/// `velocity` is null where there is no momentum.
void sgd(const SgdStep& step, const float* gradients, float* weights, float* velocity, std::int64_t count) noexcept;

/// Keras's Adam over flat arrays, g = gradients·gradientScale: w ← w − decay·w first; then m ← m + (g − m)(1 − β₁),
/// v ← v + (g² − v)(1 − β₂), w ← w − rate·m/(√v + ε), where `rate` holds √(1 − β₂ᵗ)/(1 − β₁ᵗ) already.
struct AdamStep {
    float rate = 0.0f;
    float oneMinusBeta1 = 0.1f;
    float oneMinusBeta2 = 0.001f;
    float epsilon = 1e-7f;
    float decay = 0.0f;
    float gradientScale = 1.0f;
};
void adam(const AdamStep& step, const float* gradients, float* weights, float* m, float* v, std::int64_t count) noexcept;

} // namespace netsmith::kernels
