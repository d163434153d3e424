#pragma once

#include "engine/cpu/kernels/optimizer.h"

namespace netsmith::kernels {

/// A stretch of one parameter: the formulas stand in ops/lamb.h.
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

/// Takes the decay off the weights, moves the moments on and gives what the norms are made of.
LambSums lambMoments(const LambStep& step, const float* gradients, float* weights, float* m, float* v, std::int64_t count) noexcept;

/// w ← w − rate·u, where `rate` holds the ratio already.
void lambApply(const LambStep& step, float rate, float* weights, const float* m, const float* v, std::int64_t count) noexcept;

} // namespace netsmith::kernels
