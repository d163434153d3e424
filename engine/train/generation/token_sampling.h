#pragma once

#include "engine/core/philox.h"

#include <cstdint>
#include <span>
#include <vector>

namespace netsmith::train {

/// How the next token is drawn from a network's prediction.
struct Sampling {
    double temperature = 1.0; ///< 0: the most likely; higher values flatten the distribution
    std::int64_t topK = 0; ///< only the K most likely; 0: all. Fan, Lewis, Dauphin 2018
    double topP = 1.0; ///< only the most likely ones that together have this probability. Holtzman et al. 2020
};

/// Throws `generate.temperature`, `generate.top_k`, `generate.top_p` if invalid.
void checkSampling(const Sampling& sampling);

/// Whether the numbers are probabilities: none negative, with a sum of 1. A network that ends in logits gives scores.
bool areProbabilities(std::span<const float> values);

/// The probability of each token: softmax(log p / temperature), or for scores softmax(score / temperature), over the tokens that
/// top K and then top P leave; of equally likely ones the first are kept. Tokens below `first` are never drawn. Sums to 1, or is 0
/// throughout if no score is a number.
std::vector<double> drawChances(std::span<const float> values, const Sampling& sampling, std::int64_t first = 0);

/// Draws with these probabilities, which sum to 1.
std::int64_t drawToken(std::span<const double> chances, RandomStream& random);

} // namespace netsmith::train
