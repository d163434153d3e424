#pragma once

#include "engine/backend/backend.h"
#include "engine/graph/specs/initializer.h"
#include "engine/graph/specs/layer_spec.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace netsmith::test {

/// Numbers with a shape.
struct Array {
    Shape shape;
    std::vector<double> values;
};

/// The input of a layer's run. Shapes have a batch axis, except those of weights and statistics.
struct LayerInput {
    std::string layer;
    ParameterMap parameters;
    bool training = true;
    std::vector<Array> inputs;
    std::map<std::string, Array> weights;
    std::map<std::string, Array> statistics;
    std::vector<std::vector<double>> upstream; ///< the gradient of each output; empty: no gradients are computed
};

/// The results. A gradient that nothing computes is 0.
struct LayerResult {
    std::vector<Array> outputs;
    std::vector<std::vector<double>> inputGradients;
    std::map<std::string, std::vector<double>> weightGradients;
    std::map<std::string, Initializer> initializers; ///< of the weights
    std::map<std::string, std::vector<double>> statistics; ///< after a training step
    std::vector<Op> ops; ///< that it was lowered to, then those of its gradient
};

/// Lowers the layer into a plan of its own, differentiates it as training does and runs it on a backend. Both inputs and weights
/// are parameters of that plan, so that each gets its gradient. Throws `std::runtime_error` where the layer needs a weight that is
/// not given, or one of another shape.
LayerResult runLayer(Backend& backend, const LayerInput& input);

} // namespace netsmith::test
