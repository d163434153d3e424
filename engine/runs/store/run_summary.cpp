#include "engine/runs/store/run_summary.h"

#include "engine/core/files/safe_file.h"
#include "engine/graph/project/project_hash.h"
#include "engine/losses/measured_quantity.h"
#include "engine/train/trainer/run_log.h"

#include <algorithm>
#include <regex>

namespace netsmith::runs {
namespace {

namespace fs = std::filesystem;

void takeRecord(RunSummary& summary, RunRecord record)
{
    summary.readable = true;
    summary.state = record.state;
    summary.error = std::move(record.error);
    summary.project = std::move(record.title);
    summary.projectFile = std::move(record.projectFile);
    summary.graphHash = std::move(record.graphHash);
    summary.settingsHash = std::move(record.settingsHash);
    summary.data = record.data.text();
    summary.dataSource = std::move(record.dataSource);
    summary.dataHash = std::move(record.dataHash);
    summary.device = std::move(record.device);
    summary.deviceName = std::move(record.deviceName);
    summary.precision = std::move(record.precision);
    summary.fuse = record.fuse;
    summary.seed = record.seed;
    summary.batch = record.batch;
    summary.epochs = record.epochs;
    summary.parameters = record.parameters;
    summary.started = std::move(record.started);
    summary.seconds = record.seconds;
    summary.epochsDone = record.epochsDone;
    summary.steps = record.steps;
    summary.judgedBy = std::move(record.judgedBy);
    summary.bestEpoch = record.bestEpoch;
    summary.values = std::move(record.values);
    summary.folds = record.folds;
    summary.deviations = std::move(record.deviations);
    if (record.samplesPerSecond > 0.0)
        summary.samplesPerSecond = record.samplesPerSecond;
    if (record.memoryBytes > 0)
        summary.memoryBytes = record.memoryBytes;
    if (record.rate.flops > 0.0)
        summary.flopsPerSecond = record.rate.flops;
    summary.peakShare = record.rate.share();
    summary.joules = record.joules;
}

/// A run from before such hashes were stored still has its project.
void completeHashes(RunSummary& summary)
{
    if (!summary.graphHash.empty() && !summary.settingsHash.empty())
        return;
    if (const auto project = loadProject(projectPathOf(summary.folder))) {
        summary.graphHash = graphHash(project->graph);
        summary.settingsHash = settingsHash(*project);
    }
}

/// These have separate columns, from the record: what a run was trained with may differ from its project.
constexpr std::string_view recordedSettings[] = {"data.source",     "training.batch",     "training.device",
                                                 "training.epochs", "training.precision", "training.seed"};

/// None for an unreadable project.
RunSettings settingsOfRun(const fs::path& run)
{
    const auto text = readTextFile(projectPathOf(run));
    const auto project = text ? readJson(*text) : Expected<Json>(text.error());
    if (!project || !(*project).is_object())
        return {};
    RunSettings::Values settings = settingsIn(*project);
    for (const std::string_view path : recordedSettings)
        if (const auto found = settings.find(std::string(path)); found != settings.end())
            settings.erase(found);
    return RunSettings(std::move(settings));
}

} // namespace

std::string RunSummary::name() const
{
    if (!label.name.empty())
        return label.name;
    return called.empty() ? folder.filename().string() : called;
}

std::string RunSummary::stateName() const
{
    if (!readable)
        return "unreadable";
    if (state == RunState::running && !active)
        return "interrupted";
    return std::string(nameOf(state));
}

std::vector<std::string> RunSummary::projectFiles() const
{
    if (!projectFile.empty())
        return {projectFile};
    static const std::regex made("\\d{8}-\\d{6}-((.+?)(-\\d+)?)");
    std::smatch parts;
    const std::string name = folder.filename();
    if (!std::regex_match(name, parts, made))
        return {};
    std::vector<std::string> files{parts.str(1) + ".netsmith"};
    if (parts[3].matched)
        files.push_back(parts.str(2) + ".netsmith");
    return files;
}

const std::pair<std::string, double>* RunSummary::best() const
{
    const auto found = std::ranges::find(bestValues, judgedBy, &NamedValues::value_type::first);
    return found == bestValues.end() ? nullptr : &*found;
}

std::optional<double> RunSummary::bestDeviation() const
{
    const auto found = std::ranges::find(deviations, judgedBy, &NamedValues::value_type::first);
    return found == deviations.end() ? std::nullopt : std::optional(found->second);
}

RunSummary summarize(const fs::path& run)
try {
    RunSummary summary;
    summary.folder = run;
    if (auto label = readLabel(run))
        summary.label = std::move(*label);
    else
        summary.problem = label.error().message();
    auto record = readRunRecord(run);
    if (!record) {
        summary.problem = record.error().message();
        return summary;
    }
    takeRecord(summary, std::move(*record));
    if (summary.judgedBy.empty()) { // a run from before that was stored
        std::vector<std::string> names;
        for (const auto& [name, value] : summary.values)
            names.push_back(name);
        summary.judgedBy = judgedBy(names);
    }
    completeHashes(summary);
    summary.settings = settingsOfRun(run);
    if (summary.folds > 0)
        summary.bestValues = summary.values; // their means
    else if (summary.bestEpoch && *summary.bestEpoch != summary.epochsDone)
        summary.bestValues = train::valuesOfEpoch(run / "metrics.csv", *summary.bestEpoch);
    else if (summary.bestEpoch)
        summary.bestValues = summary.values;
    return summary;
} catch (const Error& error) {
    RunSummary summary;
    summary.folder = run;
    summary.problem = error.message();
    return summary;
}

} // namespace netsmith::runs
