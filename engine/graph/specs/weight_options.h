#pragma once

#include "engine/graph/specs/initializer.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace netsmith {

/// The kinds of weights that layers have. What can be set of one is named after it, as in Keras: "kernel_initializer", "bias_l2".
enum class WeightKind : std::uint8_t {
    alpha,
    beta,
    bias,
    depthwise,
    embeddings,
    gamma,
    kernel,
    pointwise,
    recurrent,
    scale,
    range, ///< of what a layer rounds; nothing can be set of it
};
std::string_view nameOf(WeightKind kind);
/// Whether weight decay and `max_norm` act on it: on kernels and embeddings.
bool decays(WeightKind kind);

/// What can be set of all weights of a layer together.
struct WeightOptions {
    bool trainable = true; ///< false: no gradient, no update; batch statistics stand still
    double maxNorm = 0.0; ///< the largest norm of the weights into one unit after each step; 0: no limit
};

/// What one kind of them adds to the loss: l1 · Σ|w| + l2 · Σw².
struct WeightPenalty {
    double l1 = 0.0;
    double l2 = 0.0;
    bool isSet() const { return l1 > 0.0 || l2 > 0.0; }
};

/// The parameters of a layer with these kinds of weights; declared here once, so that no layer's file does.
std::vector<ParameterSpec> weightParameters(std::span<const WeightKind> kinds);

/// What a layer that has weights has set of them.
WeightOptions weightOptionsOf(const ParameterMap& parameters);
WeightPenalty penaltyOf(WeightKind kind, const ParameterMap& parameters);
/// With the fans of this shape.
Initializer initializerOf(WeightKind kind, const ParameterMap& parameters, const Shape& shape);

} // namespace netsmith
