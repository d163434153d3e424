#pragma once

#include "engine/backend/backend.h"
#include "engine/graph/initializer.h"
#include "engine/graph/layer_spec.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace netsmith::test {

/// Numbers in a shape.
struct Array {
    Shape shape;
    std::vector<double> values;
};

/// What a layer is run on. Every shape has the batch axis, those of weights and statistics are their own.
struct LayerInput {
    std::string layer;
    ParameterMap parameters;
    bool training = true;
    std::vector<Array> inputs;
    std::map<std::string, Array> weights;
    std::map<std::string, Array> statistics;
    std::vector<std::vector<double>> upstream; ///< what arrives at each output; none: no gradient is asked for
};

/// What comes of it. A gradient that nothing computes is 0.
struct LayerResult {
    std::vector<Array> outputs;
    std::vector<std::vector<double>> inputGradients;
    std::map<std::string, std::vector<double>> weightGradients;
    std::map<std::string, Initializer> initializers; ///< of the weights
    std::map<std::string, std::vector<double>> statistics; ///< as a training step leaves them
    std::vector<Op> ops; ///< that it was lowered to, those of its gradient behind them
};

/// Lowers the layer into a plan of its own, differentiates it as training does and runs it on a backend. Inputs and weights are
/// parameters of that plan alike, so that each gets its gradient. Throws `std::runtime_error` where the layer asks for a weight
/// that is not given, or one of another shape.
LayerResult runLayer(Backend& backend, const LayerInput& input);

} // namespace netsmith::test
