#pragma once

#include "engine/core/philox.h"

#include <cstdint>
#include <span>
#include <vector>

namespace netsmith::train {

/// How the next token is drawn from what a network says of each.
struct Sampling {
    double temperature = 1.0; ///< 0: the likeliest; the higher, the more alike all become
    std::int64_t topK = 0; ///< only the K likeliest; 0: all. Fan, Lewis, Dauphin 2018
    double topP = 1.0; ///< only the likeliest that have so much of the probability together. Holtzman et al. 2020
};

/// Throws `generate.temperature`, `generate.top_k`, `generate.top_p` where there is no such thing.
void checkSampling(const Sampling& sampling);

/// Whether the numbers are probabilities: none negative, and one in all. A network that ends in logits gives scores.
bool areProbabilities(std::span<const float> values);

/// How likely each token is to be drawn: softmax(log p / temperature), or of scores softmax(score / temperature), over the tokens
/// that top K and then top P leave; of equally likely ones the first stay. Tokens below `first` are never drawn. Adds up to 1, or
/// is 0 throughout where no score is a number.
std::vector<double> drawChances(std::span<const float> values, const Sampling& sampling, std::int64_t first = 0);

/// Draws by the chances, which add up to 1.
std::int64_t drawToken(std::span<const double> chances, RandomStream& random);

} // namespace netsmith::train
