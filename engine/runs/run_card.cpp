#include "engine/runs/run_card.h"

#include "engine/core/safe_file.h"
#include "engine/graph/project_hash.h"
#include "engine/runs/table_text.h"
#include "engine/train/store/checkpoint_store.h"
#include "engine/train/store/csv_log.h"

#include <set>

namespace netsmith::runs {
namespace {

std::string orOf(const std::string& kept, const std::string& computed)
{
    return kept.empty() ? computed : kept;
}

std::string hashOfFile(const std::filesystem::path& path)
{
    const auto hash = sha256OfFile(path);
    return hash ? *hash : std::string();
}

/// The checkpoint that is the run's result.
std::optional<std::filesystem::path> resultOf(const RunFacts& run)
{
    const train::CheckpointStore checkpoints(run.folder / "checkpoints");
    return run.record.restoredStep ? std::optional(checkpoints.at(*run.record.restoredStep)) : checkpoints.newest();
}

std::string resumptionsOf(const train::RunRecord& record)
{
    std::string text;
    for (const train::RunResumption& one : record.resumptions)
        text += (text.empty() ? "" : ", ") + std::to_string(one.step) + (one.otherFingerprint ? " (other conditions)" : "");
    return text;
}

} // namespace

std::vector<CardSection> cardOf(const RunFacts& run)
{
    const train::RunRecord& record = run.record;
    std::vector<CardSection> card;
    const auto begin = [&](const char* id, const char* title) { card.push_back({id, title, {}}); };
    const auto add = [&](const char* id, const char* title, const std::string& value) {
        if (!value.empty())
            card.back().facts.push_back({id, title, value});
    };

    begin("run", NS_TEXT("run_card", "Run"));
    add("name", NS_TEXT("run_card", "Name"), run.name);
    add("project", NS_TEXT("run_card", "Project"), record.title);
    add("state", NS_TEXT("run_card", "State"), std::string(nameOf(record.state)));
    add("started", NS_TEXT("run_card", "Started"), record.started);
    add("resumed", NS_TEXT("run_card", "Went on behind step"), resumptionsOf(record));

    begin("origin", NS_TEXT("run_card", "What it was made of"));
    add("graph_hash", NS_TEXT("run_card", "Graph, SHA-256"), orOf(record.graphHash, graphHash(run.project.graph)));
    add("settings_hash", NS_TEXT("run_card", "Settings, SHA-256"), orOf(record.settingsHash, settingsHash(run.project)));
    add("data_hash", NS_TEXT("run_card", "Data, SHA-256"), record.dataHash);
    add("data", NS_TEXT("run_card", "Data"), record.data);
    add("data_files", NS_TEXT("run_card", "Data files, SHA-256"), record.dataFingerprint);
    add("train_samples", NS_TEXT("run_card", "Training samples"), std::to_string(record.trainSamples));
    add("validation_samples", NS_TEXT("run_card", "Validation samples"), std::to_string(record.validationSamples));
    add("parameters", NS_TEXT("run_card", "Parameters"), std::to_string(record.parameters));
    add("seed", NS_TEXT("run_card", "Seed"), std::to_string(record.seed));

    begin("machine", NS_TEXT("run_card", "What it was made with"));
    add("device", NS_TEXT("run_card", "Device"), record.device);
    add("device_name", NS_TEXT("run_card", "Device's name"), record.deviceName);
    add("precision", NS_TEXT("run_card", "Precision"), record.precision);
    add("fusion", NS_TEXT("run_card", "Fusion"), record.fuse ? "on" : "off");
    if (!record.deterministic)
        add("deterministic", NS_TEXT("run_card", "Deterministic"), "no");
    add("binary", NS_TEXT("run_card", "Binaries, build ids"), record.binary);
    const std::set<std::string> told{"device", "precision", "fusion"};
    for (const auto& [name, value] : record.fingerprint)
        if (!told.contains(name))
            add(name.c_str(), name.c_str(), value);

    begin("result", NS_TEXT("run_card", "What came of it"));
    add("epochs_done", NS_TEXT("run_card", "Epochs"), std::to_string(record.epochsDone));
    add("steps", NS_TEXT("run_card", "Steps"), std::to_string(record.steps));
    for (const auto& [name, value] : record.values)
        add(name.c_str(), name.c_str(), train::csvNumber(value));
    add("metrics_hash", NS_TEXT("run_card", "metrics.csv, SHA-256"), hashOfFile(run.folder / "metrics.csv"));
    if (const auto checkpoint = resultOf(run)) {
        add("checkpoint", NS_TEXT("run_card", "Checkpoint"), checkpoint->filename().string());
        add("weights_hash", NS_TEXT("run_card", "weights.safetensors, SHA-256"), hashOfFile(*checkpoint / "weights.safetensors"));
    }

    begin("settings", NS_TEXT("run_card", "Settings"));
    for (const auto& [path, value] : settingsOf(run.project))
        add(path.c_str(), path.c_str(), value);
    return card;
}

Json cardJson(const std::vector<CardSection>& card)
{
    Json json = Json::object();
    for (const CardSection& section : card) {
        json[section.id] = Json::object();
        for (const CardFact& fact : section.facts)
            json[section.id][fact.id] = fact.value;
    }
    return json;
}

std::string cardMarkdown(const std::string& name, const std::vector<CardSection>& card)
{
    std::string text = "# " + name + '\n';
    for (const CardSection& section : card) {
        TextRows rows{{section.title, ""}};
        for (const CardFact& fact : section.facts)
            rows.push_back({fact.title, fact.value});
        text += '\n' + markdownText(rows);
    }
    return text;
}

} // namespace netsmith::runs
