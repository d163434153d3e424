#pragma once

#include "engine/predict/network_prediction.h"
#include "engine/train/token_sampling.h"

#include <functional>

namespace netsmith::train {

/// A network that is asked for the next token: a saved run's, or one that is being trained.
struct TokenNetwork {
    data::FieldSpec input; ///< of token numbers, [window]
    std::size_t output = 0; ///< which of the outputs tells the next token
    std::int64_t positions = 1; ///< at how many places of the window it does; the last counts
    std::function<std::vector<std::vector<float>>(std::span<const data::Field>)> predict;
};

/// Finds out of what a network takes and gives how it writes texts. Throws `generate.no_text` where it does not take one text, and
/// `generate.no_next` where no output tells the next token.
template <class Network>
TokenNetwork tokenNetworkOf(Network& network);
TokenNetwork tokenNetworkOf(std::span<const data::FieldSpec> inputs, std::span<const PredictedOutput> outputs);

/// What was drawn.
struct GeneratedToken {
    std::int32_t id = 0;
    std::string text; ///< as it follows what was written before, a space included where one belongs there
    double probability = 0.0; ///< with which it was drawn
};

/// What might come next, and how likely that is.
struct TokenChance {
    std::int32_t id = 0;
    double probability = 0.0;
};

/// Goes on with a text, token by token, each drawn from what the network says of the tokens before it. The same network, prompt,
/// sampling and seed give the same text.
class TextGeneration {
public:
    /// The last tokens of the prompt that the window has room for count; a shorter one has padding before it. Throws as
    /// `checkSampling` does, and `generate.prompt` for bytes that are no UTF-8.
    TextGeneration(TokenNetwork network, std::string_view prompt, const Sampling& sampling, std::uint64_t seed);

    /// Characters or words of the prompt that the vocabulary has not, each once, in their order.
    const std::vector<std::string>& unknown() const { return m_unknown; }
    /// Throws `generate.no_number` where the network says nothing that is a number.
    GeneratedToken next();
    /// How likely each token was to be drawn last.
    const std::vector<double>& chances() const { return m_chances; }
    /// The tokens that the network itself held for the likeliest when one was drawn last, at most `count`, the likeliest first:
    /// what it said before temperature, top K and top P. None before the first.
    std::vector<TokenChance> likeliest(std::size_t count) const;

private:
    TokenNetwork m_network;
    Sampling m_sampling;
    RandomStream m_random;
    std::vector<std::int32_t> m_window; ///< the tokens before the next one
    std::vector<std::string> m_unknown;
    std::vector<float> m_said; ///< of each token, by the network
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
