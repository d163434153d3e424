#include "engine/train/generation/generation.h"

#include "engine/core/utf8.h"
#include "engine/fields/text/vocabulary.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace netsmith::train {
namespace {

using data::Vocabulary;

/// The window as a sample of the network's.
data::Field sampleOf(const data::FieldSpec& input, std::span<const std::int32_t> window)
{
    auto [field, bytes] = data::makeField(input, 1);
    for (std::size_t i = 0; i < window.size(); ++i) {
        if (input.type == DataType::u8)
            bytes[i] = static_cast<std::byte>(window[i]);
        else
            std::memcpy(bytes + i * sizeof(std::int32_t), &window[i], sizeof(std::int32_t));
    }
    return field;
}

} // namespace

TokenNetwork tokenNetworkOf(std::span<const data::FieldSpec> inputs, std::span<const PredictedOutput> outputs)
{
    const bool takesText = inputs.size() == 1 && inputs[0].vocabulary && inputs[0].shape.rank() == 1
        && (inputs[0].type == DataType::u8 || inputs[0].type == DataType::i32);
    if (!takesText)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("generate.no_text",
                               "the run does not continue texts: its network takes \"{0}\"; name a run that learned the next token "
                               "of a text"),
                    inputs.empty() ? std::string() : inputs[0].name);
    TokenNetwork network{.input = inputs[0], .predict = {}};
    const std::int64_t window = network.input.shape[0], tokens = network.input.vocabulary->size();
    for (; network.output < outputs.size(); ++network.output) {
        const Shape& shape = outputs[network.output].shape;
        network.positions = shape.rank() == 2 ? shape[0] : 1;
        const bool tellsNext =
            shape.rank() >= 1 && shape[-1] == tokens && (shape.rank() == 1 || (shape.rank() == 2 && network.positions == window));
        if (tellsNext)
            return network;
    }
    throw Error(
        ErrorKind::input,
        NS_MESSAGE("generate.no_next",
                   "no output of the run predicts the next of its {0:token|tokens}; name a run that learned the field \"next\""),
        tokens);
}

TextGeneration::TextGeneration(TokenNetwork network, std::string_view prompt, const Sampling& sampling, std::uint64_t seed)
    : m_network(std::move(network))
    , m_sampling(sampling)
    , m_random(seed, std::uint64_t{nameHash("generated text")} << 32)
{
    checkSampling(sampling);
    if (const auto place = firstNotUtf8(prompt))
        throw Error(ErrorKind::usage, NS_MESSAGE("generate.prompt", "the byte {0} of the prompt is not UTF-8"), *place);
    const Vocabulary& vocabulary = *m_network.input.vocabulary;
    m_window = vocabulary.encoded(prompt);
    m_unknown = vocabulary.unknownIn(prompt);
    const auto window = static_cast<std::size_t>(m_network.input.shape[0]);
    if (m_window.size() > window)
        m_window.erase(m_window.begin(), m_window.end() - static_cast<std::ptrdiff_t>(window));
    m_window.insert(m_window.begin(), window - m_window.size(), Vocabulary::padding);
}

GeneratedToken TextGeneration::next()
{
    const Vocabulary& vocabulary = *m_network.input.vocabulary;
    const data::Field sample = sampleOf(m_network.input, m_window);
    const std::vector<std::vector<float>> outputs = m_network.predict(std::span(&sample, 1));
    const std::span<const float> last = std::span(outputs[m_network.output]).last(static_cast<std::size_t>(vocabulary.size()));
    m_said.assign(last.begin(), last.end());
    m_chances = drawChances(last, m_sampling, Vocabulary::firstToken);
    const auto id = static_cast<std::int32_t>(drawToken(m_chances, m_random));
    if (id < Vocabulary::firstToken)
        throw Error(
            ErrorKind::diverged,
            NS_MESSAGE("generate.no_number",
                       "the network's output for the next token is NaN or infinite; train again with a smaller learning rate"));
    GeneratedToken token{id, vocabulary.written(m_window.back() == Vocabulary::padding ? -1 : m_window.back(), id),
                         m_chances[static_cast<std::size_t>(id)]};
    m_window.erase(m_window.begin());
    m_window.push_back(id);
    return token;
}

std::vector<TokenChance> TextGeneration::likeliest(std::size_t count) const
{
    const std::vector<double> shares = drawChances(m_said, {}, Vocabulary::firstToken);
    std::vector<std::size_t> ranks(shares.size());
    std::iota(ranks.begin(), ranks.end(), std::size_t{0});
    const auto end = ranks.begin() + static_cast<std::ptrdiff_t>(std::min(count, ranks.size()));
    std::ranges::partial_sort(
        ranks, end, [&](std::size_t a, std::size_t b) { return shares[a] > shares[b] || (shares[a] == shares[b] && a < b); });
    std::vector<TokenChance> tokens;
    for (auto rank = ranks.begin(); rank != end && shares[*rank] > 0.0; ++rank)
        tokens.push_back({static_cast<std::int32_t>(*rank), shares[*rank]});
    return tokens;
}

} // namespace netsmith::train
