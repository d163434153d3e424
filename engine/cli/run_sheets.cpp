#include "engine/cli/run_sheets.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace netsmith::cli {
namespace {

constexpr std::array shortRuns{"name",  "tag",     "state",         "device", "precision", "best_metric", "best",  "best_deviation",
                               "folds", "seconds", "samples_per_s", "memory", "energy",    "error",       "folder"};
constexpr std::array shortGroups{"project",     "state", "device",  "precision",     "batch",  "epochs",
                                 "best_metric", "best",  "seconds", "samples_per_s", "memory", "energy"};

std::string figureText(double value, runs::Unit unit)
{
    switch (unit) {
    case runs::Unit::seconds: return durationText(value);
    case runs::Unit::bytes: return bytesText(value);
    case runs::Unit::joules: return value < 3.6e4 ? countText(value) + " J" : fmt::format("{:.3g} kWh", value / 3.6e6);
    case runs::Unit::perSecond: return grouped(static_cast<std::int64_t>(std::llround(value)));
    case runs::Unit::flopsPerSecond: return countText(value) + "FLOP/s";
    case runs::Unit::share: return fmt::format("{:.0f} %", 100.0 * value);
    case runs::Unit::measured: return fmt::format("{:.4f}", value);
    case runs::Unit::none: break;
    }
    return std::trunc(value) == value && std::abs(value) < 1e15 ? fmt::format("{:.0f}", value) : fmt::format("{:.4f}", value);
}

/// In full if a program reads it, and for folders, which other commands take.
std::string cellText(const runs::Cell& cell, const runs::RunColumn& column, bool plain)
{
    constexpr std::size_t widest = 200; // a run that comes from elsewhere may hold megabytes
    if (const auto* words = std::get_if<std::string>(&cell))
        return plain || column.id == "folder" ? *words : shortened(*words, widest);
    if (const auto* value = std::get_if<double>(&cell))
        return plain ? fmt::format("{}", *value) : figureText(*value, column.unit);
    return {};
}

std::string spreadText(const runs::Spread& spread, const runs::RunColumn& column)
{
    if (spread.count == 0)
        return {};
    const std::string mean = figureText(spread.mean, column.unit);
    if (!spread.deviation || *spread.deviation == 0.0)
        return mean;
    const bool bare = column.unit == runs::Unit::none;
    return mean + " ± " + figureText(*spread.deviation, bare ? runs::Unit::measured : column.unit);
}

/// The columns with these ids for which any run has a value.
template <std::size_t count>
std::vector<runs::RunColumn> filledColumns(const std::array<const char*, count>& ids, const std::vector<runs::RunSummary>& all)
{
    std::vector<runs::RunColumn> columns;
    for (const char* id : ids) {
        runs::RunColumn column = runs::columnNamed(id, all);
        if (std::ranges::any_of(all, [&](const runs::RunSummary& run) { return column.value(run).index() != 0; }))
            columns.push_back(std::move(column));
    }
    return columns;
}

/// As a user would type it in the current folder.
std::string fromHere(const std::filesystem::path& path)
{
    std::error_code error;
    const std::filesystem::path relative = std::filesystem::relative(path, error);
    return error || relative.empty() || *relative.begin() == ".." ? path.string() : relative.string();
}

void addHead(RunSheet& sheet, const std::string& title, bool number)
{
    sheet.rows.front().push_back(title);
    sheet.align.push_back(number ? Table::Align::right : Table::Align::left);
}

RunSheet sheetOf(const std::vector<runs::RunSummary>& all, const std::vector<runs::RunColumn>& columns, bool plain)
{
    RunSheet sheet;
    for (const runs::RunColumn& column : columns)
        addHead(sheet, plain ? column.id : column.title, column.number);
    for (const runs::RunSummary& run : all) {
        auto& row = sheet.rows.emplace_back();
        for (const runs::RunColumn& column : columns)
            row.push_back(cellText(column.value(run), column, plain));
    }
    return sheet;
}

/// What a group's runs have in common.
bool isShared(const runs::RunColumn& column)
{
    return column.setting || column.id == "project" || column.id == "state" || column.id == "best_metric";
}

bool isSpread(const runs::RunColumn& column)
{
    return column.number && !column.setting && column.id != "seed" && column.id != "best_epoch" && column.id != "best_deviation";
}

RunSheet sheetOf(const std::vector<runs::RunGroup>& groups, const std::vector<runs::RunColumn>& columns, bool plain)
{
    RunSheet sheet;
    for (const runs::RunColumn& column : columns)
        if (isShared(column))
            addHead(sheet, plain ? column.id : column.title, column.number);
    addHead(sheet, plain ? "runs" : "Runs", true);
    for (const runs::RunColumn& column : columns)
        if (isSpread(column)) {
            addHead(sheet, plain ? column.id + ".mean" : column.title, true);
            if (plain)
                addHead(sheet, column.id + ".deviation", true);
        }
    for (const runs::RunGroup& group : groups) {
        auto& row = sheet.rows.emplace_back();
        for (const runs::RunColumn& column : columns)
            if (isShared(column))
                row.push_back(cellText(column.value(*group.runs.front()), column, plain));
        row.push_back(std::to_string(group.runs.size()));
        for (const runs::RunColumn& column : columns) {
            if (!isSpread(column))
                continue;
            const runs::Spread spread = runs::spreadOf(group, column);
            if (!plain) {
                row.push_back(spreadText(spread, column));
                continue;
            }
            row.push_back(spread.count > 0 ? fmt::format("{}", spread.mean) : "");
            row.push_back(spread.deviation ? fmt::format("{}", *spread.deviation) : "");
        }
    }
    return sheet;
}

} // namespace

RunSheet shortSheet(const std::vector<runs::RunSummary>& all)
{
    std::vector<runs::RunColumn> columns = filledColumns(shortRuns, all);
    const auto folder = std::ranges::find(columns, "folder", &runs::RunColumn::id);
    if (folder != columns.end()) // as other commands accept it
        folder->value = [](const runs::RunSummary& run) { return runs::Cell(fromHere(run.folder)); };
    return sheetOf(all, columns, false);
}

RunSheet shortSheet(const std::vector<runs::RunGroup>& groups, const std::vector<runs::RunSummary>& all)
{
    return sheetOf(groups, filledColumns(shortGroups, all), false);
}

RunSheet wholeSheet(const std::vector<runs::RunSummary>& all)
{
    return sheetOf(all, everyColumn(all), true);
}

RunSheet wholeSheet(const std::vector<runs::RunGroup>& groups, const std::vector<runs::RunSummary>& all)
{
    return sheetOf(groups, everyColumn(all), true);
}

std::string formatted(const RunSheet& sheet, const std::string& format)
{
    if (format == "csv")
        return runs::csvText(sheet.rows);
    if (format == "markdown")
        return runs::markdownText(sheet.rows);
    Table table(sheet.align);
    for (const auto& row : sheet.rows)
        table.add(row);
    return table.text();
}

std::vector<runs::RunColumn> everyColumn(const std::vector<runs::RunSummary>& all)
{
    std::vector<runs::RunColumn> columns = runs::runColumns();
    std::ranges::move(runs::settingColumns(all), std::back_inserter(columns));
    std::ranges::move(runs::metricColumns(all), std::back_inserter(columns));
    return columns;
}

} // namespace netsmith::cli
