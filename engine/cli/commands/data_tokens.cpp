#include "engine/cli/data_commands.h"

#include "engine/cli/words/words.h"
#include "engine/fields/text/vocabulary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>

namespace netsmith::cli {
namespace {

constexpr std::size_t shownTokens = 20;
constexpr std::int64_t shownWindows = 3;

std::vector<std::int32_t> idsIn(const data::FieldSpec& spec, std::span<const std::byte> bytes)
{
    std::vector<std::int32_t> ids(bytes.size() / sizeOf(spec.type));
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (spec.type == DataType::u8)
            ids[i] = std::to_integer<std::int32_t>(bytes[i]);
        else
            std::memcpy(&ids[i], &bytes[i * sizeof(std::int32_t)], sizeof(std::int32_t));
    }
    return ids;
}

std::vector<std::int64_t> countsOf(const data::Field& field)
{
    std::vector<std::int64_t> counts(static_cast<std::size_t>(field.spec.classes), 0);
    const std::size_t size = sizeOf(field.spec.type);
    constexpr std::size_t atOnce = std::size_t{1} << 16;
    const std::span<const std::byte> all = field.all();
    for (std::size_t at = 0; at < all.size(); at += atOnce * size)
        for (const std::int32_t id : idsIn(field.spec, all.subspan(at, std::min(atOnce * size, all.size() - at))))
            ++counts[static_cast<std::size_t>(id)];
    return counts;
}

/// A text on one line, where its line breaks are to be seen.
std::string onOneLine(std::string text)
{
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; ++at)
        text.replace(at, 1, "⏎");
    return text;
}

} // namespace

void showTokens(Console& console, Json& json, const data::Field& field)
{
    const data::FieldSpec& spec = field.spec;
    const data::Vocabulary& vocabulary = *spec.vocabulary;
    const bool words = vocabulary.rule().unit == data::TextUnit::words;
    const std::string_view unit = words ? "words" : "characters";
    const std::vector<std::int64_t> counts = countsOf(field);
    // Padding is none of them.
    const std::int64_t total = std::max<std::int64_t>(1, std::accumulate(counts.begin() + 1, counts.end(), std::int64_t{0}));
    const auto shareOf = [&](std::int64_t count) {
        return fmt::format("{:.2f} %", 100.0 * static_cast<double>(count) / static_cast<double>(total));
    };
    json["vocabulary"] = {{"size", vocabulary.size()},
                          {"unit", unit},
                          {"lower_case", vocabulary.rule().lowerCase},
                          {"unknown", counts[data::Vocabulary::unknown]},
                          {"tokens", Json::array()}};
    console.line(fmt::format("{}: {} {} of a vocabulary of {}; {} of them are not in it", spec.name, grouped(total), unit,
                             grouped(vocabulary.size()), shareOf(counts[data::Vocabulary::unknown])));

    std::vector<std::int32_t> ranked(static_cast<std::size_t>(vocabulary.size() - data::Vocabulary::firstToken));
    std::iota(ranked.begin(), ranked.end(), data::Vocabulary::firstToken);
    const auto countAt = [&](std::int32_t id) { return counts[static_cast<std::size_t>(id)]; };
    std::ranges::stable_sort(ranked, std::ranges::greater(), countAt);
    ranked.resize(std::min(ranked.size(), shownTokens));
    using enum Table::Align;
    Table table({left, right, right, right}, 4);
    table.add({"token", "number", "count", "share"});
    for (const std::int32_t id : ranked) {
        json["vocabulary"]["tokens"].push_back({{"token", vocabulary.token(id)}, {"number", id}, {"count", countAt(id)}});
        table.add({vocabulary.shown(id), grouped(id), grouped(countAt(id)), shareOf(countAt(id))});
    }
    console.print(table.text() + "\n");

    json["samples"] = Json::array();
    for (std::int64_t i = 0; i < std::min(shownWindows, field.count); ++i) {
        const std::string text = vocabulary.text(idsIn(spec, field.sample(i)));
        json["samples"].push_back(text);
        console.line(fmt::format("    {}: {}", i, onOneLine(text)));
    }
    console.print("");
}

} // namespace netsmith::cli
