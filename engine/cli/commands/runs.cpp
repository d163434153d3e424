#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/data_commands.h"
#include "engine/cli/run_commands.h"
#include "engine/cli/run_sheets.h"
#include "engine/runs/store/run_store.h"
#include "engine/runs/table/run_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace netsmith::cli {
namespace {

struct ListOptions {
    std::string path;
    std::string sort;
    bool reverse = false;
    std::vector<std::string> filters;
    bool group = false;
    bool deleted = false;
    ReportOptions report;
};

Json groupJson(const runs::RunGroup& group, const std::vector<runs::RunColumn>& columns)
{
    const runs::RunSummary& first = *group.runs.front();
    Json seeds = Json::array(), folders = Json::array();
    for (const runs::RunSummary* run : group.runs) {
        seeds.push_back(run->seed);
        folders.push_back(run->folder.string());
    }
    Json json{{"project", first.project},
              {"state", first.stateName()},
              {"device", first.device},
              {"precision", first.precision},
              {"fusion", first.fuse},
              {"batch", first.batch},
              {"epochs", first.epochs},
              {"graph_hash", first.graphHash},
              {"count", group.runs.size()},
              {"seeds", seeds},
              {"runs", folders}};
    if (const auto* best = first.best())
        json["best_metric"] = best->first;
    for (const runs::RunColumn& column : columns) {
        if (!column.number || column.setting || column.id == "seed")
            continue;
        const runs::Spread spread = runs::spreadOf(group, column);
        if (spread.count == 0)
            continue;
        json[column.id] = {{"count", spread.count}, {"mean", spread.mean}};
        if (spread.deviation)
            json[column.id]["deviation"] = *spread.deviation;
    }
    return json;
}

/// Objects as lines, into the file asked for or to standard output.
void reportJson(Console& console, const ReportOptions& options, const char* name, const std::vector<Json>& objects)
{
    std::string text;
    for (const Json& object : objects) {
        if (options.output.empty()) {
            console.event(name, object);
            continue;
        }
        Json line{{"event", name}};
        line.update(object);
        text += line.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
    }
    if (!options.output.empty())
        report(console, options, text);
}

int printRuns(Console& console, const ListOptions& options)
{
    runs::RunStore store = runs::storeOf(options.path);
    std::vector<runs::RunSummary> all = options.deleted ? store.deleted() : store.list();
    std::vector<runs::RunFilter> filters;
    for (const std::string& text : options.filters)
        filters.push_back(runs::filterFrom(text, all));
    if (!options.sort.empty() || options.reverse)
        sortBy(all, runs::columnNamed(options.sort.empty() ? "started" : options.sort, all), options.reverse);
    const bool none = all.empty();
    std::erase_if(all, [&](const runs::RunSummary& run) {
        return std::ranges::any_of(filters, [&](const runs::RunFilter& filter) { return !filter.matches(run); });
    });
    const std::vector<runs::RunGroup> groups = options.group ? runs::groupRuns(all) : std::vector<runs::RunGroup>();
    if (wantsJson(console, options.report)) {
        std::vector<Json> objects;
        for (const runs::RunGroup& group : groups)
            objects.push_back(groupJson(group, everyColumn(all)));
        for (const runs::RunSummary& run : all)
            if (!options.group)
                objects.push_back(runJson(run));
        reportJson(console, options.report, options.group ? "group" : "run", objects);
        return 0;
    }
    const bool whole = options.report.format == "csv";
    if (whole || !(options.group ? groups.empty() : all.empty())) {
        const RunSheet sheet = options.group ? (whole ? wholeSheet(groups, all) : shortSheet(groups, all))
                                             : (whole ? wholeSheet(all) : shortSheet(all));
        report(console, options.report, formatted(sheet, options.report.format));
        return 0;
    }
    if (!none)
        console.print("No run matches.");
    else if (options.deleted)
        console.print("No run was deleted.");
    else
        console.line(fmt::format("There is no run of {} yet; \"netsmith-cli train {}\" makes one.", options.path,
                                 isProjectFile(options.path) ? options.path : "PROJECT"));
    return 0;
}

/// An unknown column or choice is an error of the command line, which names the help.
int listRuns(Console& console, const ListOptions& options)
try {
    if (options.path.empty())
        throw Error(ErrorKind::usage, NS_MESSAGE("cli.runs.project", "PROJECT is required"));
    return printRuns(console, options);
} catch (const Error& error) {
    if (error.kind() != ErrorKind::usage)
        throw;
    throw Error(ErrorKind::usage, NS_MESSAGE("cli.runs", "{0}; see \"netsmith-cli runs --help\""), error.message());
}

} // namespace

void addRuns(CommandLine& line)
{
    CLI::App& command = line.add(line.app, "runs", "List a project's runs, oldest first; name, compare, delete and export them");
    const auto options = std::make_shared<ListOptions>();
    command.add_option("PROJECT", options->path, "The project file, or a folder of runs")->type_name(fileType);
    command.add_option("--sort", options->sort, "Sort by a column, smallest first: best, seconds, val_loss, …")
        ->type_name("COLUMN");
    command.add_flag("--reverse", options->reverse, "The largest, or the newest, first");
    command
        .add_option("--filter", options->filters,
                    "Only runs that match, such as precision=bf16, best>96, lr<0.01, tag=wide or name:night; may be repeated")
        ->type_name("CHOICE")
        ->allow_extra_args(false);
    command.add_flag("--group", options->group, "Group runs that differ only in their seeds: mean ± deviation");
    command.add_flag("--deleted", options->deleted, "List those that were deleted and not yet purged");
    addReportOptions(command, options->report, {"text", "csv", "markdown", "json"});
    command.footer("Runs are the folders in \"runs\" next to the project file. csv has all columns and plain numbers; --sort and\n"
                   "--filter take the names in its header.");
    addRunChanges(line, command);
    addRunReports(line, command);
    addRunTelemetry(line, command);
    line.onRun(command, [&line, options] { return listRuns(line.console, *options); });
}

} // namespace netsmith::cli
