#include "engine/cli/run_commands.h"

#include "engine/cli/completion.h"
#include "engine/core/files/safe_file.h"

#include <fmt/format.h>

#include <cmath>

namespace netsmith::cli {
namespace {

Json numberJson(double value)
{
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json finiteValuesJson(const NamedValues& values)
{
    Json json = Json::object();
    for (const auto& [name, value] : values)
        json[name] = numberJson(value);
    return json;
}

} // namespace

Json runJson(const runs::RunSummary& run)
{
    Json json{{"run", run.folder.string()}, {"name", run.name()}, {"state", run.stateName()}};
    if (run.number > 0)
        json["number"] = run.number;
    if (!run.label.tags.empty())
        json["tags"] = run.label.tags;
    if (!run.label.notes.empty())
        json["notes"] = run.label.notes;
    if (run.label.colour)
        json["colour"] = *run.label.colour;
    if (run.problem)
        json["problem"] = run.problem->text();
    if (!run.readable)
        return json;
    json.update({{"project", run.project},
                 {"started", run.started},
                 {"device", run.device},
                 {"precision", run.precision},
                 {"fusion", run.fuse},
                 {"batch", run.batch},
                 {"epochs", run.epochs},
                 {"epochs_done", run.epochsDone},
                 {"steps", run.steps},
                 {"seed", run.seed},
                 {"seconds", run.seconds},
                 {"parameters", run.parameters},
                 {"data", run.data},
                 {"data_source", run.dataSource},
                 {"data_hash", run.dataHash},
                 {"graph_hash", run.graphHash},
                 {"settings_hash", run.settingsHash},
                 {"values", finiteValuesJson(run.values)}});
    if (run.bestEpoch)
        json.update({{"best_epoch", *run.bestEpoch}, {"best_values", finiteValuesJson(run.bestValues)}});
    if (const auto* best = run.best())
        json.update({{"best_metric", best->first}, {"best", numberJson(best->second)}});
    if (run.folds > 0)
        json.update({{"folds", run.folds}, {"deviations", finiteValuesJson(run.deviations)}});
    if (run.samplesPerSecond)
        json["samples_per_s"] = *run.samplesPerSecond;
    if (run.flopsPerSecond)
        json["flops_per_s"] = *run.flopsPerSecond;
    if (run.peakShare)
        json["peak_share"] = *run.peakShare;
    if (run.memoryBytes)
        json["memory_bytes"] = *run.memoryBytes;
    if (run.joules)
        json["joules"] = *run.joules;
    if (!run.error.empty())
        json["error"] = run.error;
    return json;
}

void addReportOptions(CLI::App& command, ReportOptions& options, const std::vector<std::string>& formats)
{
    command.add_option("--format", options.format, "Output format (text)")->check(CLI::IsMember(formats))->type_name("");
    command.add_option("--output", options.output, "Write to this file instead of standard output")->type_name(fileType);
}

bool wantsJson(Console& console, const ReportOptions& options)
{
    if (options.format == "json" && options.output.empty())
        console.json = true;
    return console.json || options.format == "json";
}

void report(Console& console, const ReportOptions& options, const std::string& text)
{
    if (options.output.empty()) {
        console.print(text);
        return;
    }
    writeFileSafely(options.output, text).take();
    console.event("written", {{"file", options.output}, {"bytes", text.size()}});
    console.note(fmt::format("written to {}", options.output));
}

} // namespace netsmith::cli
