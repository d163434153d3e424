#pragma once

#include "engine/core/shape.h"

#include <cstdint>
#include <string>
#include <vector>

namespace netsmith::inspect {

/// A parameter in a training step; its numbers are row-major.
struct TracedParameter {
    std::string id; ///< "dense_1.kernel"
    Shape shape;
    std::vector<double> before; ///< the weights that the step computed with
    std::vector<double> gradient; ///< of the batch's mean loss; zeros if the step doesn't train it
    std::vector<double> after; ///< the weights that the step made of them
};

/// A layer in a training step. The numbers of a batch are one sample after the other.
struct TracedLayer {
    std::string node; ///< its path
    Shape shape; ///< of the output, with the batch axis
    std::vector<double> output; ///< after its activation
    std::vector<double> gradient; ///< of the batch's mean loss with respect to the output; empty: none flows here
    std::vector<TracedParameter> parameters;
};

/// A training step of one batch with all its numbers: the way forward, the way back and the update.
struct TracedStep {
    std::int64_t step = 0; ///< its number, from 1
    std::vector<std::int32_t> samples; ///< of the training set, in the order of the batch
    double loss = 0.0; ///< the batch's mean
    double rate = 0.0; ///< the learning rate
    std::vector<TracedLayer> layers; ///< in the order in which they run
};

} // namespace netsmith::inspect
