#pragma once

#include "engine/interop/code/code_network.h"

namespace netsmith::interop::code {

/// What a network's output is in the code, as far as its loss depends on it.
struct OutputFacts {
    std::string activation; ///< "softmax", "sigmoid", "none"
    bool isLogarithm = false;
    bool isTorch = false;
    std::string name{}; ///< of the layer in the code
};

/// What one of the network's outputs is trained for.
struct OutputObjective {
    std::size_t output = 0; ///< its place among them
    Objective objective{}; ///< which does not name the node yet
};

/// The losses of our own for those of the code, with their metrics: of the first output, or, if each has a loss of its own, of all
/// that have one, in their order. What has no counterpart is a problem or, for a metric, a note.
std::vector<OutputObjective> objectivesFrom(Network& network, const std::vector<OutputFacts>& outputs);

/// Whether a loss, by its name or as it was made, is one of ours.
bool isKnownLoss(const Value& loss);

/// The optimizer, its schedule, epochs, batch, early stopping and penalties; `graph` gets the latter.
void readTraining(Network& network, TrainingSettings& settings, Graph& graph);

} // namespace netsmith::interop::code
