#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

/// Losses of one number p against one number t.
enum class PointwiseLoss : std::uint8_t {
    squared, ///< (p − t)²
    absolute, ///< |p − t|
    percentage, ///< |p − t|/max(|t|, 1e-7), as in Keras except for its factor of 100
    huber, ///< e²/2 where |e| ≤ delta, beyond it delta·|e| − delta²/2 (Huber 1964)
    logCosh, ///< log cosh(p − t)
    hinge, ///< max(1 − t·p, 0); a target of 0 counts as −1
    squaredHinge, ///< its square
    poisson, ///< p − t·log(p + 1e-7)
    klDivergence, ///< t·log(t/p), both in [1e-7, 1] as in Keras; summed along the last axis
    binaryCrossentropy, ///< of a probability, in [1e-7, 1 − 1e-7] as in Keras
    binaryCrossentropyOfLogit, ///< of the sigmoid of p, never of 0
};
std::string_view nameOf(PointwiseLoss kind);

struct PointwiseLossAttributes : Attributes {
    explicit PointwiseLossAttributes(PointwiseLoss kind)
        : kind(kind)
    {
    }
    PointwiseLoss kind;
    double delta = 1.0; ///< huber alone
    // Of the binary cross-entropies alone:
    double labelSmoothing = 0.0; ///< s: t becomes t·(1 − s) + s/2
    double gamma = 0.0; ///< the loss times (1 − pₜ)^gamma, where pₜ is the probability of the right answer (Lin et al. 2017)
    double positiveWeight = 1.0; ///< … times t·positiveWeight + (1 − t)·negativeWeight
    double negativeWeight = 1.0;

    /// The weight of one number of a prediction in the loss of its sample: that of a mean, except that a divergence of two
    /// distributions is a sum along the last axis.
    double share(const Shape& prediction) const;
    std::string text() const override;
};

namespace ops {
// prediction and target (f32, or i32 classes) of the same shape. Weights (f32) have the first axes of that shape: one per sample,
// per row, or per number.
/// prediction, target(, weights) → Σ over the batch of the mean of weight·loss over each sample's numbers, f32
extern const OpSpec pointwiseLoss;
/// prediction, target, seed(, weights) → dp
extern const OpSpec pointwiseLossBackward;
} // namespace ops

} // namespace netsmith
