#include "engine/runs/run_filter.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace netsmith::runs {
namespace {

using Relation = RunFilter::Relation;

/// The longer ones first, since they begin as the shorter ones do.
constexpr std::array<std::pair<std::string_view, Relation>, 7> relations{{
    {"!=", Relation::unequal},
    {">=", Relation::greaterOrEqual},
    {"<=", Relation::lessOrEqual},
    {"=", Relation::equal},
    {">", Relation::greater},
    {"<", Relation::less},
    {"~", Relation::contains},
}};

template <class T>
bool holds(Relation relation, const T& left, const T& right)
{
    switch (relation) {
    case Relation::equal: return left == right;
    case Relation::unequal: return left != right;
    case Relation::less: return left < right;
    case Relation::lessOrEqual: return left <= right;
    case Relation::greater: return left > right;
    case Relation::greaterOrEqual: return left >= right;
    case Relation::contains: return false;
    }
    return false;
}

bool holdsOf(Relation relation, const std::string& left, const std::string& right)
{
    return relation == Relation::contains ? left.find(right) != std::string::npos : holds(relation, left, right);
}

std::string_view trimmed(std::string_view text)
{
    while (text.starts_with(' '))
        text.remove_prefix(1);
    while (text.ends_with(' '))
        text.remove_suffix(1);
    return text;
}

} // namespace

bool RunFilter::matches(const RunSummary& run) const
{
    if (column.id == "tag") {
        const auto fits = [&](const std::string& tag) {
            return holdsOf(relation == Relation::unequal ? Relation::equal : relation, tag, words);
        };
        return std::ranges::any_of(run.label.tags, fits) != (relation == Relation::unequal);
    }
    const Cell cell = column.value(run);
    if (const auto* figure = std::get_if<double>(&cell))
        return holds(relation, *figure, number);
    if (const auto* text = std::get_if<std::string>(&cell))
        return holdsOf(relation, *text, words);
    return relation == Relation::unequal;
}

RunFilter filterFrom(std::string_view text, std::span<const RunSummary> runs)
{
    const std::size_t at = text.find_first_of("!<>=~");
    const std::string_view rest = at == std::string_view::npos ? std::string_view() : text.substr(at);
    const auto found = std::ranges::find_if(relations, [&](const auto& relation) { return rest.starts_with(relation.first); });
    if (at == 0 || found == relations.end())
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("runs.filter",
                               "\"{0}\" is no choice of runs: write a column, one of =, !=, <, <=, >, >= and ~ (contains), and a "
                               "value, such as precision=bf16 or best>0.98"),
                    text);
    RunFilter filter{.column = columnNamed(trimmed(text.substr(0, at)), runs),
                     .relation = found->second,
                     .words = std::string(trimmed(rest.substr(found->first.size()))),
                     .number = 0.0};
    if (!filter.column.number)
        return filter;
    const char* end = filter.words.data() + filter.words.size();
    const auto [stop, code] = std::from_chars(filter.words.data(), end, filter.number);
    if (code != std::errc() || stop != end || filter.relation == Relation::contains)
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("runs.filter_number", "\"{0}\": what the column {1} holds is a number; compare it with one"), text,
                    filter.column.id);
    return filter;
}

} // namespace netsmith::runs
