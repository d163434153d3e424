#pragma once

#include "engine/cpu/kernels/optimizer.h"

namespace netsmith::kernels {

/// A part of one parameter: the formulas are in ops/lamb.h.
struct LambStep : UpdateStep {
    float ofMean = 1.0f; ///< 1/(1 − β₁ᵗ)
    float ofSquare = 1.0f; ///< 1/(1 − β₂ᵗ)
    float oneMinusBeta1 = 0.1f;
    float oneMinusBeta2 = 0.001f;
    float epsilon = 1e-7f;
};

struct LambSums {
    double weights = 0.0; ///< Σ w²
    double change = 0.0; ///< Σ u²
};

/// Applies the decay to the weights, updates the moments and returns the parts of the norms.
LambSums lambMoments(const LambStep& step, const float* gradients, float* weights, float* m, float* v, std::int64_t count) noexcept;

/// w ← w − rate·u, where `rate` already includes the ratio.
void lambApply(const LambStep& step, float rate, float* weights, const float* m, const float* v, std::int64_t count) noexcept;

} // namespace netsmith::kernels
