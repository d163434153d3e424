#include "engine/runs/comparing/compared_lists.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

namespace netsmith::runs {
namespace {

std::vector<std::string> wordsIn(std::string_view text)
{
    constexpr std::string_view wide[] = {"，", "；", "、"};
    std::vector<std::string> words(1);
    for (std::size_t i = 0; i < text.size();) {
        const auto* comma = std::ranges::find_if(wide, [&](std::string_view mark) { return text.substr(i).starts_with(mark); });
        const bool between = comma != std::end(wide) || std::string_view(",; \t\n\r").find(text[i]) != std::string_view::npos;
        if (between && !words.back().empty())
            words.emplace_back();
        if (!between)
            words.back() += text[i];
        i += comma != std::end(wide) ? comma->size() : 1;
    }
    if (words.back().empty())
        words.pop_back();
    return words;
}

template <class T>
std::optional<T> readNumber(std::string_view word)
{
    T value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc() && end == word.data() + word.size() ? std::optional(value) : std::nullopt;
}

template <class T>
void addOnce(std::vector<T>& values, T value)
{
    if (std::ranges::find(values, value) == values.end())
        values.push_back(value);
}

/// The first and the last of "3" and "1-5".
std::optional<std::pair<std::int64_t, std::int64_t>> rangeFrom(std::string_view word)
{
    constexpr std::string_view dash = "–";
    std::size_t at = word.find('-', 1), length = 1;
    if (const std::size_t wide = word.find(dash); wide != std::string_view::npos) {
        at = wide;
        length = dash.size();
    }
    const auto first = readNumber<std::int64_t>(word.substr(0, at));
    const auto last = at == std::string_view::npos ? first : readNumber<std::int64_t>(word.substr(at + length));
    if (!first || !last || *first < 0 || *last < *first)
        return std::nullopt;
    return std::pair(*first, *last);
}

} // namespace

Expected<std::vector<std::int64_t>> seedsFrom(std::string_view text)
{
    std::vector<std::int64_t> seeds;
    for (const std::string& word : wordsIn(text)) {
        const auto range = rangeFrom(word);
        if (!range)
            return Error(
                ErrorKind::usage,
                NS_MESSAGE("compare.bad_seeds",
                           "\"{0}\" is not a seed: type whole numbers from 0 up separated by commas, or a range such as 1-5"),
                word);
        for (std::int64_t i = 0; i <= range->second - range->first; ++i) {
            addOnce(seeds, range->first + i);
            if (seeds.size() > mostSeeds)
                return Error(ErrorKind::usage, NS_MESSAGE("compare.many_seeds", "\"{0}\" has too many seeds: type at most {1}"),
                             word, mostSeeds);
        }
    }
    return seeds;
}

Expected<std::vector<double>> learningRatesFrom(std::string_view text)
{
    std::vector<double> rates;
    for (const std::string& word : wordsIn(text)) {
        const auto rate = readNumber<double>(word);
        if (!rate || !(*rate > 0.0) || !std::isfinite(*rate))
            return Error(
                ErrorKind::usage,
                NS_MESSAGE("compare.bad_rate",
                           "\"{0}\" is not a learning rate: type numbers above 0 separated by commas, such as 0.001, 0.003"),
                word);
        addOnce(rates, *rate);
    }
    return rates;
}

Expected<std::vector<std::int64_t>> batchSizesFrom(std::string_view text)
{
    std::vector<std::int64_t> sizes;
    for (const std::string& word : wordsIn(text)) {
        const auto size = readNumber<std::int64_t>(word);
        if (!size || *size < 1)
            return Error(
                ErrorKind::usage,
                NS_MESSAGE("compare.bad_batch", "\"{0}\" is not a batch size: type whole numbers from 1 up separated by commas"),
                word);
        addOnce(sizes, *size);
    }
    return sizes;
}

} // namespace netsmith::runs
