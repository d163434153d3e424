#pragma once

#include "engine/graph/spec.h"

namespace netsmith {

/// Whether a layer has weights, and whether kernels are among them: what is multiplied with the input and may decay.
enum class LayerWeights { none, some, kernels };

/// What can be set of the weights of every layer that has any; declared here once, so that no layer's file does.
struct WeightOptions {
    bool trainable = true; ///< false: no gradient, no update; batch statistics stand still
    double l1 = 0.0; ///< the loss grows by l1 · Σ|w| over the kernels ...
    double l2 = 0.0; ///< ... and by l2 · Σw²
    bool penalizeBias = false; ///< biases count in both too
    double maxNorm = 0.0; ///< how long the weights into one unit may be at most after each step; 0: as long as they like
    double initialValue = 0.0; ///< what the initializer "constant" fills with
    double initialSpread = 0.05; ///< see `Initializer`
    double initialMinval = -0.05;
    double initialMaxval = 0.05;
    double initialGain = 1.0;
};

/// The parameters that a layer with such weights has, by Keras's names where it has one.
const ParameterBuilder<WeightOptions>& weightOptions(LayerWeights weights);

/// What a layer with such weights has set of these.
WeightOptions weightOptionsOf(LayerWeights weights, const ParameterMap& parameters);

} // namespace netsmith
