#pragma once

#include "engine/ops/update.h"

namespace netsmith {

/// LAMB (You and others 2020) in Keras's form: u = m̂/(√v̂ + ε), m̂ = m/(1−β₁ᵗ), v̂ = v/(1−β₂ᵗ) as in Adam; w ← w − η·(‖w‖/‖u‖)·u,
/// where the norms are of one parameter, which is one range here, and the ratio is 1 where either is 0.
struct LambAttributes : UpdateAttributes {
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-7;
    std::string text() const override;
};

namespace ops {
/// weights, gradients, m, v, rates, counters, scale, status → weights, m, v
extern const OpSpec lamb;
} // namespace ops

} // namespace netsmith
