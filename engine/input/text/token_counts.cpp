#include "engine/input/text/token_counts.h"

#include "engine/core/error.h"
#include "engine/core/utf8.h"
#include "engine/fields/text/code_points.h"

#include <algorithm>

namespace netsmith::data {
namespace {

constexpr std::size_t mostDifferent = std::size_t{1} << 23; // words: a gigabyte of memory

} // namespace

std::optional<Error> noText(std::string_view bytes, const std::string& name, std::size_t before)
{
    const std::size_t zero = bytes.find('\0');
    if (const std::optional<std::size_t> broken = firstNotUtf8(bytes.substr(0, zero)))
        return Error(ErrorKind::input, NS_MESSAGE("data.text.utf8", "{0}: the byte {1} is not UTF-8; save the text as UTF-8"), name,
                     before + *broken);
    if (zero == bytes.npos)
        return std::nullopt;
    return Error(ErrorKind::input,
                 NS_MESSAGE("data.text.zero", "{0}: the byte {1} is a 0, which no text holds; give a text file in UTF-8"), name,
                 before + zero);
}

TokenCounts::TokenCounts(TextUnit unit)
    : m_characters(unit == TextUnit::characters ? 0x110000 : 0, 0)
{
}

std::int64_t TokenCounts::count(std::string_view text, TokenRule rule)
{
    std::int64_t count = 0;
    for (Tokens tokens(text, rule); tokens.next(); ++count) {
        if (!m_characters.empty())
            ++m_characters[codePointAt(tokens.token(), 0).value];
        else if (const auto found = m_words.find(tokens.token()); found != m_words.end())
            ++found->second;
        else if (m_words.size() < mostDifferent)
            m_words.emplace(tokens.token(), 1);
        else
            m_full = true;
    }
    return count;
}

void TokenCounts::add(const TokenCounts& other)
{
    for (std::size_t i = 0; i < m_characters.size(); ++i)
        m_characters[i] += other.m_characters[i];
    for (const auto& [word, count] : other.m_words)
        m_words[word] += count;
    m_full = m_full || other.m_full || m_words.size() > mostDifferent;
}

void TokenCounts::checkRoom(const std::string& name) const
{
    if (m_full)
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("data.text.different", "{0} has more than {1} different words, too many to count; read it as characters"),
            name, mostDifferent);
}

std::int64_t TokenCounts::different() const
{
    const auto characters = std::ranges::count_if(m_characters, [](std::int64_t count) { return count > 0; });
    return characters + static_cast<std::int64_t>(m_words.size());
}

std::shared_ptr<const Vocabulary> TokenCounts::vocabulary(TokenRule rule, std::int64_t limit) const
{
    std::vector<std::pair<std::string, std::int64_t>> all(m_words.begin(), m_words.end());
    for (std::size_t i = 0; i < m_characters.size(); ++i)
        if (m_characters[i] > 0) {
            appendUtf8(all.emplace_back().first, static_cast<char32_t>(i));
            all.back().second = m_characters[i];
        }
    // The bytes of UTF-8 are in the order of the code points.
    std::ranges::sort(all,
                      [](const auto& a, const auto& b) { return a.second != b.second ? a.second > b.second : a.first < b.first; });
    const auto kept = static_cast<std::size_t>(std::max<std::int64_t>(limit - Vocabulary::firstToken, 0));
    std::vector<std::string> tokens;
    for (std::size_t i = 0; i < std::min(all.size(), kept); ++i)
        tokens.push_back(std::move(all[i].first));
    return std::make_shared<const Vocabulary>(rule, std::move(tokens));
}

} // namespace netsmith::data
