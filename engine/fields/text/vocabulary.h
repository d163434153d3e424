#pragma once

#include "engine/core/expected.h"
#include "engine/fields/text/tokens.h"

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace netsmith::data {

/// The tokens that a network knows, each with a number: 0 is padding for shorter samples, 1 stands for every unknown token, and the
/// others follow.
class Vocabulary {
public:
    static constexpr std::int32_t padding = 0;
    static constexpr std::int32_t unknown = 1;
    static constexpr std::int32_t firstToken = 2;
    static constexpr std::int64_t largest = std::int64_t{1} << 20; ///< numbers of one

    /// Tokens in the order of their numbers from `firstToken` on, all different, as the rule makes them. Throws
    /// `data.text.vocabulary` if they are not, or too many.
    Vocabulary(TokenRule rule, std::vector<std::string> tokens);
    Vocabulary(Vocabulary&&) = default; // a copy's numbers would point at the tokens of the first
    Vocabulary& operator=(Vocabulary&&) = default;

    const TokenRule& rule() const { return m_rule; }
    /// Including padding and unknown: the number of classes.
    int size() const { return firstToken + static_cast<int>(m_tokens.size()); }
    const std::vector<std::string>& tokens() const { return m_tokens; }

    /// The number of a token as the rule makes it; `unknown` if it is not here.
    std::int32_t idOf(std::string_view token) const
    {
        if (token.size() == 1)
            if (const auto byte = static_cast<unsigned char>(token.front()); byte < m_idsOfBytes.size())
                return m_idsOfBytes[byte];
        const auto found = m_ids.find(token);
        return found == m_ids.end() ? unknown : found->second;
    }
    /// The token of a number in [firstToken, size).
    const std::string& token(std::int32_t id) const { return m_tokens[static_cast<std::size_t>(id - firstToken)]; }
    /// The same for a list, where spaces and line breaks must be visible: "␣", "⏎", "⟨padding⟩", "⟨unknown⟩".
    std::string shown(std::int32_t id) const;
    std::vector<std::string> shownTokens() const;

    std::vector<std::int32_t> encoded(std::string_view text) const;
    /// The tokens of a text that are not here, each once, in their order.
    std::vector<std::string> unknownIn(std::string_view text) const;
    /// The text of a token after another one, including any space before it: words are separated by a space, except for line
    /// breaks, ideographs and closing signs. `before` is −1 at the start.
    std::string written(std::int32_t before, std::int32_t id) const;
    std::string text(std::span<const std::int32_t> ids) const;

    bool operator==(const Vocabulary& other) const { return m_rule == other.m_rule && m_tokens == other.m_tokens; }

private:
    TokenRule m_rule;
    std::vector<std::string> m_tokens;
    std::unordered_map<std::string_view, std::int32_t> m_ids; ///< of the tokens above
    std::array<std::int32_t, 128> m_idsOfBytes{}; ///< the same for tokens of one byte
};

/// As JSON text, for a run's folder.
std::string toJson(const Vocabulary& vocabulary);
/// Reads what `toJson` wrote; `name` says in errors where it came from.
Expected<Vocabulary> vocabularyFromJson(std::string_view text, std::string_view name);

} // namespace netsmith::data
