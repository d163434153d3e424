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
/// and every line break is one by itself; spaces part words and are none.
///
/// Either way \r\n and a lone \r are line breaks as \n is.
struct TokenRule {
    TextUnit unit = TextUnit::characters;
    bool lowerCase = false; ///< capitals are read as small letters
    bool operator==(const TokenRule&) const = default;
};

/// The tokens of a text, which is UTF-8, one after the other.
class Tokens {
public:
    /// `text` outlives this.
    Tokens(std::string_view text, TokenRule rule);

    /// Goes on to the next token; false behind the last.
    bool next()
    {
        // Most of a text, and of the time: a character of one byte.
        if (m_everyCharacter && m_at < m_text.size() && static_cast<signed char>(m_text[m_at]) >= ' ') {
            m_token = m_text.substr(m_at++, 1);
            return true;
        }
        return nextOfAnyKind();
    }
    /// As it counts: in small letters where the rule says so. Good until `next`.
    std::string_view token() const { return m_token; }

private:
    bool nextOfAnyKind();
    std::size_t wordEnd(std::size_t at) const;

    std::string_view m_text;
    TokenRule m_rule;
    bool m_everyCharacter; ///< is a token as it stands
    std::size_t m_at = 0;
    std::string_view m_token;
    std::string m_small;
};

/// Where a text may be cut at or behind a byte without changing its tokens: in words behind a blank or before an ideograph, if one
/// comes within 64 KiB.
std::size_t cutBehind(std::string_view text, std::size_t at, TextUnit unit);

} // namespace netsmith::data
