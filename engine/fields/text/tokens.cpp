#include "engine/fields/text/tokens.h"

#include "engine/fields/text/code_points.h"

#include <algorithm>

namespace netsmith::data {

Tokens::Tokens(std::string_view text, TokenRule rule)
    : m_text(text)
    , m_rule(rule)
    , m_everyCharacter(rule.unit == TextUnit::characters && !rule.lowerCase)
{
}

/// The end of the word whose letter is before `at`.
std::size_t Tokens::wordEnd(std::size_t at) const
{
    while (at < m_text.size()) {
        const CodePoint here = codePointAt(m_text, at);
        const CharacterKind kind = kindOf(here.value);
        const std::size_t next = at + here.bytes;
        const bool within = kind == CharacterKind::apostrophe && next < m_text.size()
            && kindOf(codePointAt(m_text, next).value) == CharacterKind::letter;
        if (kind != CharacterKind::letter && !within)
            return at;
        at = next;
    }
    return at;
}

bool Tokens::nextOfAnyKind()
{
    while (m_at < m_text.size()) {
        const std::size_t begin = m_at;
        const CodePoint here = codePointAt(m_text, begin);
        const bool breaks = here.value == '\n' || here.value == '\r';
        m_at += here.bytes;
        if (breaks) {
            if (here.value == '\r' && m_at < m_text.size() && m_text[m_at] == '\n')
                ++m_at;
            m_token = "\n";
            return true;
        }
        if (m_rule.unit == TextUnit::words) {
            const CharacterKind kind = kindOf(here.value);
            if (kind == CharacterKind::blank)
                continue;
            if (kind == CharacterKind::letter)
                m_at = wordEnd(m_at);
        }
        m_token = m_text.substr(begin, m_at - begin);
        if (m_rule.lowerCase) {
            m_small.clear();
            for (std::size_t at = 0; at < m_token.size();) {
                const CodePoint letter = codePointAt(m_token, at);
                appendUtf8(m_small, lowerCase(letter.value));
                at += letter.bytes;
            }
            m_token = m_small;
        }
        return true;
    }
    m_token = {};
    return false;
}

std::size_t cutBehind(std::string_view text, std::size_t at, TextUnit unit)
{
    const auto begins = [&](std::size_t place) { // a character that is not the second half of a line break
        return (text[place] & 0xC0) != 0x80 && !(place > 0 && text[place] == '\n' && text[place - 1] == '\r');
    };
    while (at < text.size() && !begins(at))
        ++at;
    if (unit == TextUnit::characters || at == 0)
        return std::min(at, text.size());
    constexpr std::size_t farthest = std::size_t{1} << 16;
    for (std::size_t place = at; place < std::min(text.size(), at + farthest); ++place)
        if (text[place - 1] == ' ' || text[place - 1] == '\n'
            || (begins(place) && kindOf(codePointAt(text, place).value) == CharacterKind::ideograph))
            return place;
    return at + farthest < text.size() ? at : text.size();
}

} // namespace netsmith::data
