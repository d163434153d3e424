#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace netsmith::data {

enum class TextUnit { characters, words };

/// How a text is read as tokens.
///
/// Characters: each code point is a token.
/// Words: a run of letters and digits is one, apostrophes within it included ("don't"); every ideograph and kana, every other sign
/// and every line break is a separate token; spaces separate words and are not tokens.
///
/// In both, \r\n and a lone \r are line breaks like \n.
struct TokenRule {
    TextUnit unit = TextUnit::characters;
    bool lowerCase = false; ///< capitals are read as lowercase
    bool operator==(const TokenRule&) const = default;
};

/// Iterates over the tokens of a UTF-8 text.
class Tokens {
public:
    /// `text` outlives this.
    Tokens(std::string_view text, TokenRule rule);

    /// Advances to the next token; false after the last.
    bool next()
    {
        // The fast path, most of a text: a character of one byte.
        if (m_everyCharacter && m_at < m_text.size() && static_cast<signed char>(m_text[m_at]) >= ' ') {
            m_token = m_text.substr(m_at++, 1);
            return true;
        }
        return nextOfAnyKind();
    }
    /// As it is counted: in lowercase if the rule says so. Valid until `next`.
    std::string_view token() const { return m_token; }

private:
    bool nextOfAnyKind();
    std::size_t wordEnd(std::size_t at) const;

    std::string_view m_text;
    TokenRule m_rule;
    bool m_everyCharacter; ///< is a token as it is
    std::size_t m_at = 0;
    std::string_view m_token;
    std::string m_small;
};

/// The first position at or after a byte where a text may be split without changing its tokens: for words after a blank or before
/// an ideograph, if one comes within 64 KiB.
std::size_t cutBehind(std::string_view text, std::size_t at, TextUnit unit);

} // namespace netsmith::data
