#pragma once

#include "engine/interop/code/code_network.h"

namespace netsmith::interop::code {

/// What a network's output is in the code, as far as its loss depends on it.
struct OutputFacts {
    std::string activation; ///< "softmax", "sigmoid", "none"
    bool isLogarithm = false;
    bool isTorch = false;
    std::int64_t width = 0; ///< of its last axis; 0: unknown
};

/// The loss of our own for that of the code, and its metrics. What has no counterpart is a problem or, for a metric, a note.
Objective objectiveFrom(Network& network, const OutputFacts& output);

/// The optimizer, its schedule, epochs, batch, early stopping and penalties; `graph` gets the latter.
void readTraining(Network& network, TrainingSettings& settings, Graph& graph);

} // namespace netsmith::interop::code
