#include "engine/data/text/text_scan.h"

#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/core/utf8.h"
#include "engine/data/text/code_points.h"

#include <algorithm>
#include <optional>

namespace netsmith::data {
namespace {

constexpr std::size_t partBytes = std::size_t{4} << 20;
constexpr std::size_t partsAtOnce = 8; // whose counts are held at a time
constexpr std::size_t mostDifferent = std::size_t{1} << 23; // words: a gigabyte of memory

struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};
using WordCounts = std::unordered_map<std::string, std::int64_t, Hash, std::equal_to<>>;

/// How often each token occurs: characters by their code points, words by themselves.
class TokenCounts {
public:
    explicit TokenCounts(TextUnit unit)
        : m_characters(unit == TextUnit::characters ? 0x110000 : 0, 0)
    {
    }

    std::int64_t count(std::string_view text, TokenRule rule)
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

    void add(const TokenCounts& other)
    {
        for (std::size_t i = 0; i < m_characters.size(); ++i)
            m_characters[i] += other.m_characters[i];
        for (const auto& [word, count] : other.m_words)
            m_words[word] += count;
        m_full = m_full || other.m_full || m_words.size() > mostDifferent;
    }

    bool full() const { return m_full; }

    /// The most frequent ones first; of those as frequent, by code points.
    std::vector<std::pair<std::string, std::int64_t>> ranked() const
    {
        std::vector<std::pair<std::string, std::int64_t>> all;
        for (std::size_t i = 0; i < m_characters.size(); ++i)
            if (m_characters[i] > 0) {
                appendUtf8(all.emplace_back().first, static_cast<char32_t>(i));
                all.back().second = m_characters[i];
            }
        all.insert(all.end(), m_words.begin(), m_words.end());
        // The bytes of UTF-8 are in the order of the code points.
        std::ranges::sort(
            all, [](const auto& a, const auto& b) { return a.second != b.second ? a.second > b.second : a.first < b.first; });
        return all;
    }

private:
    std::vector<std::int64_t> m_characters;
    WordCounts m_words;
    bool m_full = false;
};

std::vector<TextPart> partsOf(std::string_view text, std::size_t begin, std::size_t end, TextUnit unit)
{
    std::vector<TextPart> parts;
    while (begin < end) {
        const std::size_t cut = end - begin <= partBytes ? end : std::min(end, cutBehind(text, begin + partBytes, unit));
        parts.push_back({begin, cut});
        begin = cut;
    }
    return parts;
}

std::string_view bytesOf(std::string_view text, const TextPart& part)
{
    return text.substr(part.begin, part.end - part.begin);
}

/// `part(i)` for every part, a few at a time, told as it goes; `behind(first, last)` after each few.
template <class Part, class Behind>
void eachPart(const std::vector<TextPart>& parts, const std::string& name, const Watch& watch, const Part& part,
              const Behind& behind)
{
    const auto size = static_cast<std::int64_t>(parts.empty() ? 0 : parts.back().end);
    for (std::size_t first = 0; first < parts.size(); first += partsAtOnce) {
        watch.throwIfStopped();
        const std::size_t last = std::min(parts.size(), first + partsAtOnce);
        parallelFor(static_cast<std::int64_t>(last - first), 1, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i)
                part(first + static_cast<std::size_t>(i));
        });
        behind(first, last);
        watch.tell(name, static_cast<std::int64_t>(parts[last - 1].end), size);
    }
}

/// What is no text in a part, as a place in the whole; a 0 where `isZero`.
struct NoText {
    std::size_t place = 0;
    bool isZero = false;
};

std::optional<NoText> noTextIn(std::string_view text, const TextPart& part)
{
    const std::string_view bytes = bytesOf(text, part);
    const std::size_t zero = bytes.find('\0');
    const std::optional<std::size_t> broken = firstNotUtf8(bytes.substr(0, zero));
    // A character that the cut or the 0 ends early is not whole either.
    if (broken)
        return NoText{part.begin + *broken, false};
    return zero == bytes.npos ? std::nullopt : std::optional(NoText{part.begin + zero, true});
}

/// Checks and counts the parts.
TokenCounts countParts(std::string_view text, const std::string& name, TokenRule rule, std::vector<TextPart>& parts,
                       const Watch& watch)
{
    TokenCounts all(rule.unit);
    std::vector<TokenCounts> counts(std::min(parts.size(), partsAtOnce), TokenCounts(TextUnit::words));
    std::vector<std::optional<NoText>> wrong(parts.size());
    eachPart(
        parts, name, watch,
        [&](std::size_t i) {
            TokenCounts& count = counts[i % partsAtOnce];
            count = TokenCounts(rule.unit);
            wrong[i] = noTextIn(text, parts[i]);
            if (!wrong[i])
                parts[i].tokens = count.count(bytesOf(text, parts[i]), rule);
        },
        [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                if (wrong[i])
                    throw Error(ErrorKind::input,
                                wrong[i]->isZero
                                    ? NS_MESSAGE("data.text.zero",
                                                 "{0}: the byte {1} is a 0, which no text holds; give a text file in UTF-8")
                                    : NS_MESSAGE("data.text.utf8", "{0}: the byte {1} is not UTF-8; save the text as UTF-8"),
                                name, wrong[i]->place);
                all.add(counts[i % partsAtOnce]);
                if (all.full())
                    throw Error(ErrorKind::input,
                                NS_MESSAGE("data.text.different",
                                           "{0} has more than {1} different words, too many to count; read it as characters"),
                                name, mostDifferent);
            }
        });
    return all;
}

std::int64_t tokensOf(const std::vector<TextPart>& parts)
{
    std::int64_t tokens = 0;
    for (const TextPart& part : parts)
        tokens += part.tokens;
    return tokens;
}

template <class Id>
void encode(std::string_view text, const std::vector<TextPart>& parts, const Vocabulary& vocabulary, Id* ids, const Watch& watch)
{
    std::vector<std::int64_t> starts;
    for (std::int64_t before = 0; const TextPart& part : parts)
        starts.push_back(std::exchange(before, before + part.tokens));
    eachPart(
        parts, "text", watch,
        [&](std::size_t i) {
            Id* out = ids + starts[i];
            Tokens tokens(bytesOf(text, parts[i]), vocabulary.rule());
            for (std::int64_t left = parts[i].tokens; left > 0 && tokens.next(); --left)
                *out++ = static_cast<Id>(vocabulary.idOf(tokens.token()));
            std::fill(out, ids + starts[i] + parts[i].tokens,
                      static_cast<Id>(Vocabulary::unknown)); // none, unless the file changed
        },
        [](std::size_t, std::size_t) {});
}

} // namespace

TextScan scanText(std::string_view text, const std::string& name, const TextOptions& options, const Watch& watch)
{
    const std::size_t mark = text.starts_with("\xEF\xBB\xBF") ? 3 : 0; // of the byte order
    if (text.size() == mark)
        throw Error(ErrorKind::input, NS_MESSAGE("data.text.empty", "{0} is empty; give a text"), name);
    const TextUnit unit = options.rule.unit;
    const auto trained = static_cast<std::size_t>(static_cast<double>(text.size()) * (1.0 - options.validation));
    const std::size_t split =
        options.validation > 0.0 ? cutBehind(text, std::clamp(trained, mark, text.size()), unit) : text.size();
    TextScan scan;
    scan.train = partsOf(text, mark, split, unit);
    scan.test = partsOf(text, split, text.size(), unit);
    const TokenCounts counts = countParts(text, name, options.rule, scan.train, watch);
    countParts(text, name, options.rule, scan.test, watch);
    scan.trainTokens = tokensOf(scan.train);
    scan.testTokens = tokensOf(scan.test);

    auto ranked = counts.ranked();
    scan.different = std::ssize(ranked);
    ranked.resize(
        std::min(ranked.size(), static_cast<std::size_t>(std::max<std::int64_t>(options.vocabulary - Vocabulary::firstToken, 0))));
    std::vector<std::string> tokens;
    for (auto& [token, count] : ranked)
        tokens.push_back(std::move(token));
    scan.vocabulary = std::make_shared<const Vocabulary>(options.rule, std::move(tokens));
    return scan;
}

void encodeText(std::string_view text, const std::vector<TextPart>& parts, const Vocabulary& vocabulary, std::uint8_t* ids,
                const Watch& watch)
{
    encode(text, parts, vocabulary, ids, watch);
}

void encodeText(std::string_view text, const std::vector<TextPart>& parts, const Vocabulary& vocabulary, std::int32_t* ids,
                const Watch& watch)
{
    encode(text, parts, vocabulary, ids, watch);
}

} // namespace netsmith::data
