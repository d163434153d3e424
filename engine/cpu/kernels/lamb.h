#pragma once

#include "engine/cpu/kernels/optimizer.h"
#include "engine/ops/lamb.h"

#include <vector>

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

/// The optimizer's two passes, and the work between them.
class Lamb {
public:
    explicit Lamb(const LambAttributes& attributes);

    /// Bytes.
    std::int64_t workspace() const;
    void operator()(const UpdateControl& control, const float* gradients, float* weights, float* m, float* v,
                    void* workspace) const;

private:
    template <class Body>
    void eachPiece(const Body& body) const;
    void weigh(const UpdateControl& control, const LambSums* sums) const;

    LambAttributes m_attributes;
    std::vector<UpdatePiece> m_pieces;
    mutable std::vector<float> m_rates; ///< of the ranges in this step: each one's rate times its ratio
};

} // namespace netsmith::kernels
