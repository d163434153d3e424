#include "engine/runs/table/run_filter.h"

#include "engine/core/ascii_case.h"
#include "engine/losses/measured_quantity.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace netsmith::runs {
namespace {

using Relation = RunFilter::Relation;

/// The longer ones first, since they begin as the shorter ones do.
constexpr std::array<std::pair<std::string_view, Relation>, 8> relations{{
    {"!=", Relation::unequal},
    {">=", Relation::greaterOrEqual},
    {"<=", Relation::lessOrEqual},
    {"=", Relation::equal},
    {">", Relation::greater},
    {"<", Relation::less},
    {"~", Relation::contains},
    {":", Relation::contains},
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

/// Words are compared case-insensitively.
bool holdsOf(Relation relation, const std::string& left, const std::string& right)
{
    const std::string text = lowerAscii(left), words = lowerAscii(right);
    return relation == Relation::contains ? text.find(words) != std::string::npos : holds(relation, text, words);
}

std::string_view trimmed(std::string_view text)
{
    while (text.starts_with(' '))
        text.remove_prefix(1);
    while (text.ends_with(' '))
        text.remove_suffix(1);
    return text;
}

/// Whether a table shows the column's number of this run in percent.
bool isShownInPercent(const RunColumn& column, const RunSummary& run)
{
    constexpr std::string_view ofBest = "best.";
    if (column.unit == Unit::share)
        return true;
    if (column.unit != Unit::measured)
        return false;
    if (column.id == "best")
        return measuredQuantity(run.judgedBy).format == MetricFormat::percent;
    const std::string_view name = column.id;
    return measuredQuantity(name.starts_with(ofBest) ? name.substr(ofBest.size()) : name).format == MetricFormat::percent;
}

/// A unit that may follow a column's number, and its factor to the column's own unit.
struct FilterUnit {
    Unit unit;
    std::string_view name; ///< in lower case
    double factor;
};

constexpr FilterUnit filterUnits[] = {
    {Unit::seconds, "ms", 1e-3},
    {Unit::seconds, "s", 1.0},
    {Unit::seconds, "min", 60.0},
    {Unit::seconds, "h", 3600.0},
    {Unit::bytes, "b", 1.0},
    {Unit::bytes, "kib", 0x1p10},
    {Unit::bytes, "mib", 0x1p20},
    {Unit::bytes, "gib", 0x1p30},
    {Unit::bytes, "tib", 0x1p40},
    {Unit::joules, "j", 1.0},
    {Unit::joules, "kwh", 3.6e6},
    {Unit::perSecond, "k", 1e3},
    {Unit::perSecond, "m", 1e6},
    {Unit::flopsPerSecond, "mflop/s", 1e6},
    {Unit::flopsPerSecond, "gflop/s", 1e9},
    {Unit::flopsPerSecond, "tflop/s", 1e12},
};

/// "96.5 %", "2min", "5,000"; false if it is not a number of this column.
bool readNumber(std::string_view text, RunFilter& filter)
{
    std::string plain; // without the commas between thousands
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto isDigit = [&](std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
        if (text[i] != ',' || i == 0 || !isDigit(i - 1) || !isDigit(i + 1) || !isDigit(i + 2) || !isDigit(i + 3) || isDigit(i + 4))
            plain += text[i];
    }
    const char* end = plain.data() + plain.size();
    const auto [stop, code] = std::from_chars(plain.data(), end, filter.number);
    if (code != std::errc())
        return false;
    const std::string unit = lowerAscii(trimmed(std::string_view(stop, static_cast<std::size_t>(end - stop))));
    filter.percent = unit == "%" && (filter.column.unit == Unit::share || filter.column.unit == Unit::measured);
    if (unit.empty() || filter.percent)
        return true;
    const auto known = std::ranges::find_if(
        filterUnits, [&](const FilterUnit& one) { return one.unit == filter.column.unit && one.name == unit; });
    if (known == std::end(filterUnits))
        return false;
    filter.number *= known->factor;
    return true;
}

/// The tolerance between the displayed and the measured number: percent are shown with one decimal.
constexpr double shownPercent = 0.0005;

bool holdsOfPercent(Relation relation, double measured, double asked)
{
    const bool same = std::abs(measured - asked) <= shownPercent;
    if (relation == Relation::equal || relation == Relation::unequal)
        return same == (relation == Relation::equal);
    return holds(relation, measured, asked);
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
    if (const auto* figure = std::get_if<double>(&cell)) {
        const bool isShare = isShownInPercent(column, run);
        if (isShare && (number > 1.0 || percent)) // a fraction can't exceed 1
            return holdsOfPercent(relation, *figure, number / 100.0);
        return percent ? relation == Relation::unequal : holds(relation, *figure, number);
    }
    if (const auto* text = std::get_if<std::string>(&cell))
        return holdsOf(relation, *text, words);
    return relation == Relation::unequal;
}

RunFilter filterFrom(std::string_view text, std::span<const RunSummary> runs)
{
    const std::size_t at = text.find_first_of("!<>=~:");
    const std::string_view rest = at == std::string_view::npos ? std::string_view() : text.substr(at);
    const auto found = std::ranges::find_if(relations, [&](const auto& relation) { return rest.starts_with(relation.first); });
    if (at == 0 || found == relations.end())
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("runs.filter",
                               "\"{0}\" is not a filter: write a column, one of =, !=, <, <=, >, >= and : (contains), and a value, "
                               "such as precision=bf16, best>96 or state:done"),
                    text);
    RunFilter filter{.column = columnNamed(trimmed(text.substr(0, at)), runs),
                     .relation = found->second,
                     .words = std::string(trimmed(rest.substr(found->first.size()))),
                     .number = 0.0};
    if (!filter.column.number)
        return filter;
    if (found->first == ":")
        filter.relation = Relation::equal;
    if (!readNumber(filter.words, filter) || filter.relation == Relation::contains)
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("runs.filter_number", "\"{0}\": the column {1} is numeric; compare it with a number"), text,
                    filter.column.id);
    return filter;
}

} // namespace netsmith::runs
