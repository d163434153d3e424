#include "engine/runs/table/run_columns.h"

#include "engine/core/ascii_case.h"
#include "engine/graph/nearest_name.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

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
        figure("number", NS_TEXT("run_column", "Number"),
               [](Run run) { return run.number > 0 ? Cell(static_cast<double>(run.number)) : Cell(); }),
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
        figure(
            "best", NS_TEXT("run_column", "Best"),
            [ofBest](Run run) { return ofBest(run, [](const auto& value) { return number(std::optional(value.second)); }); },
            Unit::measured),
        figure(
            "best_deviation", NS_TEXT("run_column", "Deviation"), [](Run run) { return number(run.bestDeviation()); },
            Unit::measured),
        figure(
            "folds", NS_TEXT("run_column", "Folds"),
            [](Run run) { return run.folds > 0 ? Cell(static_cast<double>(run.folds)) : Cell(); }, Unit::none, true),
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

Cell valueIn(const NamedValues& values, const std::string& name)
{
    const auto found = std::ranges::find(values, name, &std::pair<std::string, double>::first);
    return found == values.end() ? Cell() : number(std::optional(found->second));
}

std::optional<double> parsedNumber(std::string_view text)
{
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// A setting of the projects as the runs have it.
struct SeenSetting {
    std::string value;
    std::size_t projects = 0; ///< that say it
    bool differs = false;
    bool number = true;
};

/// By path; and the number of distinct projects.
std::pair<std::map<std::string, SeenSetting>, std::size_t> settingsSeen(std::span<const RunSummary> runs)
{
    std::map<std::string, SeenSetting> seen;
    std::set<const void*> projects; // thousands of runs share a few
    for (const RunSummary& run : runs) {
        const RunSettings::Values& values = run.settings.values();
        if (values.empty() || !projects.insert(&values).second)
            continue;
        for (const auto& [path, value] : values) {
            SeenSetting& known = seen.try_emplace(path, SeenSetting{value}).first->second;
            ++known.projects;
            known.differs |= known.value != value;
            known.number &= parsedNumber(value).has_value();
        }
    }
    return {std::move(seen), projects.size()};
}

RunColumn settingColumn(const std::string& path, bool isNumber)
{
    return {.id = path,
            .title = settingTitle(path),
            .number = isNumber,
            .setting = true,
            .unit = Unit::none,
            .value = [path, isNumber](const RunSummary& run) {
                const std::string value = run.settings.value(path);
                return isNumber ? number(parsedNumber(value)) : words(value);
            }};
}

bool endsAsPath(std::string_view path, std::string_view end)
{
    return path.ends_with(end) && (path.size() == end.size() || path[path.size() - end.size() - 1] == '.');
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
                           .unit = Unit::measured,
                           .value = [name](const RunSummary& run) { return valueIn(run.values, name); }});
    for (const std::string& name : names)
        columns.push_back({.id = "best." + name,
                           .title = "best." + name,
                           .number = true,
                           .setting = false,
                           .unit = Unit::measured,
                           .value = [name](const RunSummary& run) { return valueIn(run.bestValues, name); }});
    return columns;
}

std::vector<RunColumn> settingColumns(std::span<const RunSummary> runs)
{
    std::vector<RunColumn> columns;
    const auto [seen, projects] = settingsSeen(runs);
    for (const auto& [path, setting] : seen)
        if (setting.differs || setting.projects < projects)
            columns.push_back(settingColumn(path, setting.number));
    std::ranges::stable_sort(columns, {}, [](const RunColumn& column) { return settingRank(column.id); });
    return columns;
}

std::optional<RunColumn> findColumn(std::string_view id, std::span<const RunSummary> runs)
{
    std::vector<RunColumn> all = runColumns();
    std::ranges::move(metricColumns(runs), std::back_inserter(all));
    if (const auto found = std::ranges::find(all, id, &RunColumn::id); found != all.end())
        return *found;
    if (id == "lr")
        id = "optimizer.learning_rate";
    const std::string word = lowerAscii(id);
    for (const auto& [path, setting] : settingsSeen(runs).first)
        if (endsAsPath(path, id) || lowerAscii(settingTitle(path)) == word)
            return settingColumn(path, setting.number);
    const auto titled = std::ranges::find_if(all, [&](const RunColumn& column) { return lowerAscii(column.title) == word; });
    return titled == all.end() ? std::nullopt : std::optional(*titled);
}

RunColumn columnNamed(std::string_view id, std::span<const RunSummary> runs)
{
    if (auto found = findColumn(id, runs))
        return std::move(*found);
    std::vector<RunColumn> all = runColumns();
    std::ranges::move(metricColumns(runs), std::back_inserter(all));
    std::vector<std::string> ids;
    for (const RunColumn& column : all)
        ids.push_back(column.id);
    std::vector<std::string> candidates = ids;
    for (const auto& [path, setting] : settingsSeen(runs).first)
        candidates.push_back(path.substr(path.rfind('.') + 1));
    const std::string near = nearestName(id, candidates);
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
