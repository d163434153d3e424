#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/words.h"
#include "engine/train/store/run_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace netsmith::cli {
namespace {

namespace fs = std::filesystem;

/// The measure that runs are compared by: the first of these that the run has.
const std::pair<std::string, double>* measureOf(const train::RunRecord& record)
{
    for (const char* name : {"val_accuracy", "accuracy", "val_loss", "loss"})
        for (const auto& value : record.values)
            if (value.first == name)
                return &value;
    return nullptr;
}

std::string stateOf(const train::RunEntry& entry)
{
    // A run that says it runs while nobody holds its lock was cut off.
    if (entry.record.state == train::RunState::running && !entry.active)
        return "interrupted";
    return std::string(nameOf(entry.record.state));
}

Json runJson(const train::RunEntry& entry)
{
    const train::RunRecord& record = entry.record;
    Json values = Json::object();
    for (const auto& [name, value] : record.values)
        values[name] = value;
    Json json{
        {"run", entry.folder.string()},  {"state", stateOf(entry)}, {"started", record.started}, {"device", record.device},
        {"precision", record.precision}, {"batch", record.batch},   {"epochs", record.epochs},   {"epochs_done", record.epochsDone},
        {"steps", record.steps},         {"seed", record.seed},     {"seconds", record.seconds}, {"parameters", record.parameters},
        {"data", record.data},           {"values", values}};
    if (record.bestEpoch)
        json["best_epoch"] = *record.bestEpoch;
    if (!record.error.empty())
        json["error"] = record.error;
    return json;
}

int printRuns(Console& console, const std::string& project)
{
    std::error_code code;
    if (!fs::is_regular_file(project, code))
        throw Error(ErrorKind::input, NS_MESSAGE("cli.project", "there is no project file {0}"), project);
    using enum Table::Align;
    Table table({left, left, left, left, right, left, right, right});
    table.add({"run", "state", "device", "precision", "epochs", "reached", "", "time"});
    const std::vector<train::RunEntry> runs = train::listRuns(project);
    for (const train::RunEntry& entry : runs) {
        console.event("run", runJson(entry));
        const train::RunRecord& record = entry.record;
        const auto* measure = measureOf(record);
        table.add({entry.folder.filename().string(), stateOf(entry), record.device, record.precision,
                   fmt::format("{} of {}", record.epochsDone, record.epochs), measure ? measure->first : "",
                   measure ? fmt::format("{:.4f}", measure->second) : "", durationText(record.seconds)});
    }
    if (runs.empty())
        console.print(fmt::format("There is no run of {} yet; \"netsmith-cli train {}\" makes one.", project, project));
    else
        console.print(table.text());
    return 0;
}

} // namespace

void addRuns(CommandLine& line)
{
    CLI::App& command = line.add(line.app, "runs", "List the runs of a project, oldest first");
    const auto project = std::make_shared<std::string>();
    command.add_option("PROJECT", *project, "The project file")->required()->type_name(fileType);
    command.footer("Runs are the folders in \"runs\" beside the project file.");
    line.onRun(command, [&line, project] { return printRuns(line.console, *project); });
}

} // namespace netsmith::cli
