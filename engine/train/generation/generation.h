#pragma once

#include "engine/predict/network_prediction.h"
#include "engine/train/generation/token_sampling.h"

#include <functional>

namespace netsmith::train {

/// A network for predicting the next token: a saved run's, or one being trained.
struct TokenNetwork {
    data::FieldSpec input; ///< of token numbers, [window]
    std::size_t output = 0; ///< the output that predicts the next token
    std::int64_t positions = 1; ///< the number of positions in the window for which it does; the last is used
    std::function<std::vector<std::vector<float>>(std::span<const data::Field>)> predict;
};

/// Determines from a network's inputs and outputs how it generates text. Throws `generate.no_text` if it does not take one text,
/// and `generate.no_next` if no output predicts the next token.
template <class Network>
TokenNetwork tokenNetworkOf(Network& network);
TokenNetwork tokenNetworkOf(std::span<const data::FieldSpec> inputs, std::span<const PredictedOutput> outputs);

/// A drawn token.
struct GeneratedToken {
    std::int32_t id = 0;
    std::string text; ///< as appended to the text, including a space if one belongs there
    double probability = 0.0; ///< the probability with which it was drawn
};

/// A possible next token, and its probability.
struct TokenChance {
    std::int32_t id = 0;
    double probability = 0.0;
};

/// Continues a text token by token, each drawn from the network's prediction for the tokens before it. The same network, prompt,
/// sampling and seed give the same text.
class TextGeneration {
public:
    /// The last tokens of the prompt that fit in the window are used; a shorter one is padded in front. Throws like
    /// `checkSampling`, and `generate.prompt` for invalid UTF-8.
    TextGeneration(TokenNetwork network, std::string_view prompt, const Sampling& sampling, std::uint64_t seed);

    /// Characters or words of the prompt that are not in the vocabulary, each once, in order.
    const std::vector<std::string>& unknown() const { return m_unknown; }
    /// Throws `generate.no_number` if the network's output is NaN.
    GeneratedToken next();
    /// The probability of each token in the last draw.
    const std::vector<double>& chances() const { return m_chances; }
    /// The network's most likely tokens in the last draw, at most `count`, most likely first: before temperature, top K and top P.
    /// None before the first draw.
    std::vector<TokenChance> likeliest(std::size_t count) const;

private:
    TokenNetwork m_network;
    Sampling m_sampling;
    RandomStream m_random;
    std::vector<std::int32_t> m_window; ///< the tokens before the next one
    std::vector<std::string> m_unknown;
    std::vector<float> m_said; ///< of each token, from the network
    std::vector<double> m_chances;
};

template <class Network>
TokenNetwork tokenNetworkOf(Network& network)
{
    TokenNetwork found = tokenNetworkOf(network.inputs(), network.outputs());
    found.predict = [&network](std::span<const data::Field> samples) { return network.predict(samples); };
    return found;
}

} // namespace netsmith::train
