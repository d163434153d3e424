#include "engine/graph/weight_options.h"

namespace netsmith {
namespace {

using W = WeightOptions;

ParameterBuilder<W> trainableAlone()
{
    ParameterBuilder<W> options;
    options.boolean("trainable", &W::trainable, NS_TEXT("weights", "Trainable"),
                    NS_TEXT("weights", "Whether training changes the weights; off, the layer is frozen as it is."));
    return options;
}

ParameterBuilder<W> ofKernels()
{
    ParameterBuilder<W> options = trainableAlone();
    options
        .real("l1", &W::l1, NS_TEXT("weights", "L1"),
              NS_TEXT("weights", "The loss grows by this times the sum of the kernel's absolute weights; most of them go to 0."))
        .range(0.0, 1e6)
        .usual(0.0, 0.01)
        .real("l2", &W::l2, NS_TEXT("weights", "L2"),
              NS_TEXT("weights", "The loss grows by this times the sum of the kernel's squared weights, which keeps them small."))
        .range(0.0, 1e6)
        .usual(0.0, 0.01)
        .boolean("penalize_bias", &W::penalizeBias, NS_TEXT("weights", "L1 and L2 of biases"),
                 NS_TEXT("weights", "Whether L1 and L2 count the biases too."))
        .real("max_norm", &W::maxNorm, NS_TEXT("weights", "Max norm"),
              NS_TEXT("weights", "How long the weights into one unit may be at most after each step; 0 for no limit."))
        .range(0.0, 1e6)
        .usual(0.0, 5.0)
        .real("initial_value", &W::initialValue, NS_TEXT("weights", "Initial value"),
              NS_TEXT("weights", "What the initializer Constant fills with."))
        .range(-1e6, 1e6)
        .usual(-1.0, 1.0)
        .real("initial_spread", &W::initialSpread, NS_TEXT("weights", "Initial spread"),
              NS_TEXT("weights", "The standard deviation of Random normal and Truncated normal."))
        .range(0.0, 1e6)
        .usual(0.0, 1.0)
        .real("initial_minval", &W::initialMinval, NS_TEXT("weights", "Least initial value"),
              NS_TEXT("weights", "Where Random uniform begins."))
        .range(-1e6, 1e6)
        .usual(-1.0, 0.0)
        .real("initial_maxval", &W::initialMaxval, NS_TEXT("weights", "Largest initial value"),
              NS_TEXT("weights", "Where Random uniform ends."))
        .range(-1e6, 1e6)
        .usual(0.0, 1.0)
        .real("initial_gain", &W::initialGain, NS_TEXT("weights", "Initial gain"),
              NS_TEXT("weights", "What Orthogonal and Identity are multiplied by."))
        .range(-1e6, 1e6)
        .usual(0.5, 2.0);
    return options;
}

} // namespace

const ParameterBuilder<WeightOptions>& weightOptions(LayerWeights weights)
{
    static const ParameterBuilder<W> none;
    static const ParameterBuilder<W> some = trainableAlone();
    static const ParameterBuilder<W> kernels = ofKernels();
    switch (weights) {
    case LayerWeights::none: return none;
    case LayerWeights::some: return some;
    case LayerWeights::kernels: return kernels;
    }
    return none;
}

WeightOptions weightOptionsOf(LayerWeights weights, const ParameterMap& parameters)
{
    return weightOptions(weights).bind(parameters);
}

} // namespace netsmith
