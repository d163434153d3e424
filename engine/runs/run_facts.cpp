#include "engine/runs/run_facts.h"

#include "engine/runs/store/run_store.h"
#include "engine/store/run_folder.h"

#include <algorithm>

namespace netsmith::runs {
namespace {

/// Those of devices' properties, too, which are parts of a run's fingerprint; versions of libraries are called as these are.
constexpr std::pair<std::string_view, const char*> factTitles[] = {
    {"arithmetic", NS_TEXT("run_card", "Arithmetic")},
    {"backend", NS_TEXT("run_card", "Backend")},
    {"best_epoch", NS_TEXT("run_column", "Best epoch")},
    {"binary", NS_TEXT("run_card", "Binaries, build ids")},
    {"build", NS_TEXT("run_card", "Build")},
    {"compute capability", NS_TEXT("run_card", "Compute capability")},
    {"data", NS_TEXT("run_card", "Data")},
    {"data_files", NS_TEXT("run_card", "Data files, SHA-256")},
    {"data_hash", NS_TEXT("run_card", "Data, SHA-256")},
    {"data_source", NS_TEXT("run_card", "Data set")},
    {"device", NS_TEXT("run_card", "Device")},
    {"device_name", NS_TEXT("run_card", "Device name")},
    {"driver", NS_TEXT("run_card", "Driver")},
    {"epochs_done", NS_TEXT("run_card", "Epochs")},
    {"fusion", NS_TEXT("run_card", "Fusion")},
    {"instructions", NS_TEXT("run_card", "Instruction set")},
    {"kernels", NS_TEXT("run_card", "Kernels")},
    {"multiprocessors", NS_TEXT("run_card", "Multiprocessors")},
    {"onednn", "oneDNN"},
    {"parameters", NS_TEXT("run_card", "Parameters")},
    {"precision", NS_TEXT("run_card", "Precision")},
    {"state", NS_TEXT("run_card", "State")},
    {"steps", NS_TEXT("run_card", "Steps")},
    {"threads", NS_TEXT("run_card", "Threads")},
    {"train_samples", NS_TEXT("run_card", "Training samples")},
    {"validation_samples", NS_TEXT("run_card", "Validation samples")},
};

} // namespace

RunFacts readFacts(const std::filesystem::path& run)
{
    std::filesystem::path folder = std::filesystem::absolute(run).lexically_normal();
    if (!folder.has_filename())
        folder = folder.parent_path(); // without a slash at its end
    RunRecord record = readRunRecord(run).take();
    const auto label = readLabel(run);
    const std::string name = label && !(*label).name.empty() ? (*label).name : folder.filename().string();
    return {std::move(folder), name, loadProject(projectPathOf(run)).take(), std::move(record)};
}

void nameFacts(std::span<RunFacts> runs)
{
    std::map<std::filesystem::path, std::vector<RunSummary>> listed;
    for (RunFacts& run : runs) {
        const std::filesystem::path folder = run.folder.parent_path();
        if (!isStore(folder))
            continue;
        if (!listed.contains(folder))
            listed[folder] = RunStore(folder).list();
        const auto found = std::ranges::find(listed[folder], run.folder, &RunSummary::folder);
        if (found != listed[folder].end())
            run.name = found->name();
    }
}

RunSettings::Values settingsOf(const Project& project)
{
    return settingsIn(readJson(toJson(project)).take());
}

std::string factTitle(const std::string& name)
{
    const auto found = std::ranges::find(factTitles, name, &std::pair<std::string_view, const char*>::first);
    return found == std::end(factTitles) ? name : found->second;
}

std::map<std::string, std::string> environmentOf(const RunRecord& record)
{
    std::map<std::string, std::string> facts(record.fingerprint.begin(), record.fingerprint.end());
    facts["device"] = record.device;
    facts["device_name"] = record.deviceName;
    facts["data_hash"] = record.dataHash;
    facts["data"] = record.data.text();
    facts["data_source"] = record.dataSource;
    facts["data_files"] = record.dataFingerprint;
    facts["train_samples"] = std::to_string(record.trainSamples);
    facts["validation_samples"] = std::to_string(record.validationSamples);
    facts["binary"] = record.binary;
    std::erase_if(facts, [](const auto& fact) { return fact.second.empty(); });
    return facts;
}

} // namespace netsmith::runs
