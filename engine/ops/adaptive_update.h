#pragma once

#include "engine/ops/update.h"

namespace netsmith {

/// Adadelta (Zeiler 2012) in Keras's form: a ← ρa + (1−ρ)g²; d = √(x+ε)/√(a+ε)·g; x ← ρx + (1−ρ)d²; w ← w − ηd.
struct AdadeltaAttributes : UpdateAttributes {
    double rho = 0.95;
    double epsilon = 1e-7;
    std::string text() const override;
};

/// Adagrad (Duchi, Hazan and Singer 2011) in Keras's form: a ← a + g²; w ← w − ηg/√(a+ε). The initial `a` is set by the state.
struct AdagradAttributes : UpdateAttributes {
    double epsilon = 1e-7;
    std::string text() const override;
};

/// Lion (Chen and others 2023): w ← w − η·sign(β₁m + (1−β₁)g); then m ← β₂m + (1−β₂)g.
struct LionAttributes : UpdateAttributes {
    double beta1 = 0.9;
    double beta2 = 0.99;
    std::string text() const override;
};

/// Nadam (Dozat 2016) in Keras's form, with its schedule of the momentum: see `nadamFactors`.
struct NadamAttributes : UpdateAttributes {
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-7;
    std::string text() const override;
};

/// RMSprop (Hinton 2012) in Keras's form: v ← ρv + (1−ρ)g²; d = ηg/√(v+ε), where v is less the square of the gradients' running
/// mean if `centered`; with momentum u ← μu + d and w ← w − u.
struct RmspropAttributes : UpdateAttributes {
    double rho = 0.9;
    double momentum = 0.0;
    bool centered = false;
    double epsilon = 1e-7;
    std::string text() const override;
};

/// Nadam's weights of the momentum and the gradient at step t, from 1: w ← w − η·(m·ofMomentum + g·ofGradient)/(√(v·ofSquares) +
/// ε).
struct NadamFactors {
    double ofMomentum;
    double ofGradient;
    double ofSquares;
};

/// xⁿ for a whole n ≥ 0.
constexpr double wholePower(double x, std::int64_t n)
{
    double result = 1.0;
    for (; n > 0; n /= 2) {
        result *= n % 2 == 1 ? x : 1.0;
        x *= x;
    }
    return result;
}

/// With μᵢ = β₁(1 − 0.96ⁱ/2): μₜ₊₁/(1 − Πᵢ₌₁…ₜ₊₁ μᵢ), (1 − μₜ)/(1 − Πᵢ₌₁…ₜ μᵢ) and 1/(1 − β₂ᵗ). The product is recomputed from t,
/// so that only t must be stored, and only up to where it, or 0.96ⁱ compared to 1, no longer matters in a double.
constexpr NadamFactors nadamFactors(double beta1, double beta2, std::int64_t t)
{
    constexpr double base = 0.96;
    constexpr double unseen = 1e-17;
    double product = 1.0;
    double decayed = 1.0;
    std::int64_t done = 0;
    while (done < t && product > unseen && decayed > unseen) {
        decayed *= base;
        product *= beta1 * (1.0 - 0.5 * decayed);
        ++done;
    }
    product *= wholePower(beta1, t - done);
    const double last = wholePower(base, t);
    const double next = beta1 * (1.0 - 0.5 * last * base);
    return {next / (1.0 - product * next), (1.0 - beta1 * (1.0 - 0.5 * last)) / (1.0 - product),
            1.0 / (1.0 - wholePower(beta2, t))};
}

namespace ops {
// Inputs of each: weights, gradients, its slots, rates, counters, scale, status; outputs: weights, its slots.

/// Slots: a, x.
extern const OpSpec adadelta;
/// Slot: a.
extern const OpSpec adagrad;
/// Slot: m.
extern const OpSpec lion;
/// Slots: m, v.
extern const OpSpec nadam;
/// Slots: v, the gradients' mean if centered, u if there is momentum.
extern const OpSpec rmsprop;
} // namespace ops

} // namespace netsmith
