#pragma once

#include "engine/core/shape.h"

#include <cstdint>
#include <optional>
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

/// What a dense layer computes in a step, one row of its input after the other: for each unit Σ input · weight + bias, then the
/// activation.
struct TracedSums {
    std::int64_t inputs = 0; ///< of a row
    std::int64_t units = 0;
    bool hasBias = false;
    std::string activation = "none"; ///< "relu"
    std::vector<double> input; ///< rows × inputs
    std::vector<double> sum; ///< rows × units
    std::vector<double> slope; ///< the activation's derivative at each sum; empty: of a softmax, where each depends on all
    std::vector<double> gradient; ///< of the batch's mean loss with respect to the sums; empty: none flows here
};

/// A layer in a training step. The numbers of a batch are one sample after the other.
struct TracedLayer {
    std::string node; ///< its path
    std::string layer; ///< its type: "dense"
    std::vector<std::string> inputs; ///< the layers whose outputs it reads, by their paths
    Shape shape; ///< of the output, with the batch axis
    std::vector<double> output; ///< after its activation
    std::vector<double> gradient; ///< of the batch's mean loss with respect to the output; empty: none flows here
    std::vector<TracedParameter> parameters;
    std::optional<TracedSums> sums; ///< of a dense layer
};

/// What an output of the network is compared with in a training step.
struct TracedObjective {
    std::string node; ///< the layer whose output it is
    std::string loss; ///< "mean_squared_error"
    double weight = 1.0; ///< of this loss in the step's
    std::vector<double> target; ///< as the loss takes it, one sample after the other: a class number, or numbers
    std::vector<double> losses; ///< of each sample; empty: only that of the batch is known
};

/// A training step of one batch with all its numbers: the way forward, the way back and the update.
struct TracedStep {
    std::int64_t step = 0; ///< its number, from 1
    std::vector<std::int32_t> samples; ///< of the training set, in the order of the batch
    double loss = 0.0; ///< the batch's mean
    double rate = 0.0; ///< the learning rate
    std::vector<TracedLayer> layers; ///< in the order in which they run
    std::vector<TracedObjective> objectives;
};

} // namespace netsmith::inspect
