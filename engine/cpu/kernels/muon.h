#pragma once

#include "engine/cpu/kernels/optimizer.h"

namespace netsmith::kernels {

/// A part of one parameter: the formulas are in ops/muon.h.
struct MuonStep : UpdateStep {
    float momentum = 0.95f;
    bool nesterov = true;
};

/// Applies the decay to the weights, updates the momentum, writes the direction to orthogonalize and returns the sum of its
/// squares.
double muonDirection(const MuonStep& step, const float* gradients, float* weights, float* momentum, float* direction,
                     std::int64_t count) noexcept;

/// w ← w − rate·change
void muonApply(float rate, const float* change, float* weights, std::int64_t count) noexcept;

} // namespace netsmith::kernels
