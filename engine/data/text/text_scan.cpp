#include "engine/data/text/text_scan.h"

#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/input/text/token_counts.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace netsmith::data {
namespace {

constexpr std::size_t partBytes = std::size_t{4} << 20;
constexpr std::size_t partsAtOnce = 8; // whose counts are held at a time

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

/// `part(i)` for every part, a few at a time, reporting progress; `behind(first, last)` after each few.
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

/// Checks and counts the parts.
TokenCounts countParts(std::string_view text, const std::string& name, TokenRule rule, std::vector<TextPart>& parts,
                       const Watch& watch)
{
    TokenCounts all(rule.unit);
    std::vector<TokenCounts> counts(std::min(parts.size(), partsAtOnce), TokenCounts(TextUnit::words));
    std::vector<std::optional<Error>> wrong(parts.size());
    eachPart(
        parts, name, watch,
        [&](std::size_t i) {
            TokenCounts& count = counts[i % partsAtOnce];
            count = TokenCounts(rule.unit);
            wrong[i] = noText(bytesOf(text, parts[i]), name, parts[i].begin);
            if (!wrong[i])
                parts[i].tokens = count.count(bytesOf(text, parts[i]), rule);
        },
        [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                if (wrong[i])
                    throw Error(*wrong[i]);
                all.add(counts[i % partsAtOnce]);
                all.checkRoom(name);
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
    const auto trained = static_cast<std::size_t>(std::ceil(static_cast<double>(text.size()) * (1.0 - options.validation)));
    const std::size_t split =
        options.validation > 0.0 ? cutBehind(text, std::clamp(trained, mark, text.size()), unit) : text.size();
    TextScan scan;
    scan.train = partsOf(text, mark, split, unit);
    scan.test = partsOf(text, split, text.size(), unit);
    TokenCounts counts = countParts(text, name, options.rule, scan.train, watch);
    const TokenCounts testCounts = countParts(text, name, options.rule, scan.test, watch);
    if (options.wholeVocabulary)
        counts.add(testCounts);
    scan.trainTokens = tokensOf(scan.train);
    scan.testTokens = tokensOf(scan.test);

    scan.different = counts.different();
    scan.vocabulary = counts.vocabulary(options.rule, options.vocabulary);
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
