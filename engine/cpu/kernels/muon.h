#pragma once

#include "engine/cpu/kernels/optimizer.h"

namespace netsmith::kernels {

/// A stretch of one parameter: the formulas stand in ops/muon.h.
struct MuonStep : UpdateStep {
    float momentum = 0.95f;
    bool nesterov = true;
};

/// Takes the decay off the weights, moves the momentum on, writes the direction to make orthogonal and gives the sum of its
/// squares.
double muonDirection(const MuonStep& step, const float* gradients, float* weights, float* momentum, float* direction,
                     std::int64_t count) noexcept;

/// w ← w − rate·change
void muonApply(float rate, const float* change, float* weights, std::int64_t count) noexcept;

} // namespace netsmith::kernels
