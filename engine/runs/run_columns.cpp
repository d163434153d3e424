#include "engine/runs/run_columns.h"

#include "engine/graph/nearest_name.h"

#include <algorithm>
#include <fmt/format.h>
#include <cmath>

namespace netsmith::runs {
namespace {

Cell words(std::string text)
{
    return text.empty() ? Cell() : Cell(std::move(text));
}

template <class T>
Cell number(const std::optional<T>& value)
{
    return value && std::isfinite(static_cast<double>(*value)) ? Cell(static_cast<double>(*value)) : Cell();
}

Cell number(const RunSummary& run, double value)
{
    return run.readable && std::isfinite(value) ? Cell(value) : Cell();
}

Cell count(const RunSummary& run, std::int64_t value)
{
    return number(run, static_cast<double>(value));
}

std::string joined(const std::vector<std::string>& tags)
{
    std::string text;
    for (const std::string& tag : tags)
        text += (text.empty() ? "" : ", ") + tag;
    return text;
}

std::string errorOf(const RunSummary& run)
{
    return run.problem ? run.problem->text() : run.error;
}

std::vector<RunColumn> makeColumns()
{
    using Run = const RunSummary&;
    const auto ofBest = [](Run run, auto get) { return run.best() ? get(*run.best()) : Cell(); };
    const auto text = [](const char* id, const char* title, std::function<Cell(Run)> value, bool setting = false) {
        return RunColumn{
            .id = id, .title = title, .number = false, .setting = setting, .unit = Unit::none, .value = std::move(value)};
    };
    const auto figure = [](const char* id, const char* title, std::function<Cell(Run)> value, Unit unit = Unit::none,
                           bool setting = false) {
        return RunColumn{.id = id, .title = title, .number = true, .setting = setting, .unit = unit, .value = std::move(value)};
    };
    return {
        text("name", NS_TEXT("run_column", "Name"), [](Run run) { return words(run.name()); }),
        text("tag", NS_TEXT("run_column", "Tags"), [](Run run) { return words(joined(run.label.tags)); }),
        text("state", NS_TEXT("run_column", "State"), [](Run run) { return words(run.stateName()); }),
        text("project", NS_TEXT("run_column", "Project"), [](Run run) { return words(run.project); }),
        text(
            "data", NS_TEXT("run_column", "Data"), [](Run run) { return words(run.dataSource); }, true),
        text(
            "device", NS_TEXT("run_column", "Device"), [](Run run) { return words(run.device); }, true),
        text(
            "precision", NS_TEXT("run_column", "Precision"), [](Run run) { return words(run.precision); }, true),
        text(
            "fusion", NS_TEXT("run_column", "Fusion"),
            [](Run run) { return run.readable ? words(run.fuse ? "on" : "off") : Cell(); }, true),
        figure(
            "batch", NS_TEXT("run_column", "Batch"), [](Run run) { return count(run, run.batch); }, Unit::none, true),
        figure(
            "epochs", NS_TEXT("run_column", "Epochs"), [](Run run) { return count(run, run.epochs); }, Unit::none, true),
        figure("seed", NS_TEXT("run_column", "Seed"), [](Run run) { return count(run, run.seed); }),
        figure(
            "parameters", NS_TEXT("run_column", "Parameters"), [](Run run) { return count(run, run.parameters); }, Unit::none,
            true),
        text("started", NS_TEXT("run_column", "Started"), [](Run run) { return words(run.started); }),
        figure("epochs_done", NS_TEXT("run_column", "Epochs done"), [](Run run) { return count(run, run.epochsDone); }),
        figure("steps", NS_TEXT("run_column", "Steps"), [](Run run) { return count(run, run.steps); }),
        text("best_metric", NS_TEXT("run_column", "Judged by"),
             [ofBest](Run run) { return ofBest(run, [](const auto& value) { return words(value.first); }); }),
        figure("best", NS_TEXT("run_column", "Best"),
               [ofBest](Run run) { return ofBest(run, [](const auto& value) { return number(std::optional(value.second)); }); }),
        figure("best_epoch", NS_TEXT("run_column", "Best epoch"), [](Run run) { return number(run.bestEpoch); }),
        figure(
            "seconds", NS_TEXT("run_column", "Time"), [](Run run) { return number(run, run.seconds); }, Unit::seconds),
        figure(
            "samples_per_s", NS_TEXT("run_column", "Samples/s"), [](Run run) { return number(run.samplesPerSecond); },
            Unit::perSecond),
        figure(
            "flops_per_s", NS_TEXT("run_column", "FLOP/s"), [](Run run) { return number(run.flopsPerSecond); },
            Unit::flopsPerSecond),
        figure(
            "peak_share", NS_TEXT("run_column", "Of peak"), [](Run run) { return number(run.peakShare); }, Unit::share),
        figure(
            "memory", NS_TEXT("run_column", "Peak memory"), [](Run run) { return number(run.memoryBytes); }, Unit::bytes),
        figure(
            "energy", NS_TEXT("run_column", "Energy"), [](Run run) { return number(run.joules); }, Unit::joules),
        text("notes", NS_TEXT("run_column", "Notes"), [](Run run) { return words(run.label.notes); }),
        text("graph", NS_TEXT("run_column", "Graph"), [](Run run) { return words(run.graphHash.substr(0, 12)); }),
        text("settings", NS_TEXT("run_column", "Settings"), [](Run run) { return words(run.settingsHash.substr(0, 12)); }),
        text("data_hash", NS_TEXT("run_column", "Data hash"), [](Run run) { return words(run.dataHash.substr(0, 12)); }),
        text("folder", NS_TEXT("run_column", "Folder"), [](Run run) { return words(run.folder.string()); }),
        text("error", NS_TEXT("run_column", "Problem"), [](Run run) { return words(errorOf(run)); }),
    };
}

Cell valueIn(const train::NamedValues& values, const std::string& name)
{
    const auto found = std::ranges::find(values, name, &std::pair<std::string, double>::first);
    return found == values.end() ? Cell() : number(std::optional(found->second));
}

} // namespace

const std::vector<RunColumn>& runColumns()
{
    static const std::vector<RunColumn> columns = makeColumns();
    return columns;
}

std::vector<RunColumn> metricColumns(std::span<const RunSummary> runs)
{
    std::vector<std::string> names;
    for (const RunSummary& run : runs)
        for (const auto& [name, value] : run.values)
            if (std::ranges::find(names, name) == names.end())
                names.push_back(name);
    std::vector<RunColumn> columns;
    for (const std::string& name : names)
        columns.push_back({.id = name,
                           .title = name,
                           .number = true,
                           .setting = false,
                           .unit = Unit::none,
                           .value = [name](const RunSummary& run) { return valueIn(run.values, name); }});
    for (const std::string& name : names)
        columns.push_back({.id = "best." + name,
                           .title = "best." + name,
                           .number = true,
                           .setting = false,
                           .unit = Unit::none,
                           .value = [name](const RunSummary& run) { return valueIn(run.bestValues, name); }});
    return columns;
}

RunColumn columnNamed(std::string_view id, std::span<const RunSummary> runs)
{
    std::vector<RunColumn> all = runColumns();
    std::ranges::move(metricColumns(runs), std::back_inserter(all));
    const auto found = std::ranges::find(all, id, &RunColumn::id);
    if (found != all.end())
        return *found;
    std::vector<std::string> ids;
    for (const RunColumn& column : all)
        ids.push_back(column.id);
    const std::string near = nearestName(id, ids);
    if (near.empty())
        throw Error(ErrorKind::usage, NS_MESSAGE("runs.column", "runs have no column \"{0}\"; there is {1} and what they measured"),
                    id, fmt::format("{}", fmt::join(ids, ", ")));
    throw Error(ErrorKind::usage, NS_MESSAGE("runs.column_near", "runs have no column \"{0}\"; did you mean \"{1}\"?"), id, near);
}

void sortBy(std::vector<RunSummary>& runs, const RunColumn& column, bool descending)
{
    std::vector<std::pair<Cell, std::size_t>> keys;
    for (std::size_t i = 0; i < runs.size(); ++i)
        keys.emplace_back(column.value(runs[i]), i);
    std::ranges::stable_sort(keys, [&](const auto& a, const auto& b) {
        const bool none = std::holds_alternative<std::monostate>(a.first),
                   noneThere = std::holds_alternative<std::monostate>(b.first);
        if (none || noneThere)
            return !none && noneThere;
        return descending ? b.first < a.first : a.first < b.first;
    });
    std::vector<RunSummary> sorted;
    sorted.reserve(runs.size());
    for (const auto& [cell, index] : keys)
        sorted.push_back(std::move(runs[index]));
    runs = std::move(sorted);
}

} // namespace netsmith::runs
