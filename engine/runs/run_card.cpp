#include "engine/runs/run_card.h"

#include "engine/core/files/safe_file.h"
#include "engine/graph/project/project_file.h"
#include "engine/graph/project/project_hash.h"
#include "engine/runs/cross_validation.h"
#include "engine/runs/machine/run_energy.h"
#include "engine/runs/store/run_summary.h"
#include "engine/runs/table/table_text.h"
#include "engine/store/checkpoint_store.h"
#include "engine/store/csv_log.h"
#include "engine/store/telemetry_table.h"
#include "engine/train/learning_rates.h"
#include "engine/train/trainer/fork.h"

#include <algorithm>
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
    const CheckpointStore checkpoints(run.folder / "checkpoints");
    return run.record.restoredStep ? std::optional(checkpoints.at(*run.record.restoredStep)) : checkpoints.newest();
}

/// The steps after which it was resumed; nothing if it never was.
std::optional<Message> resumptionsOf(const RunRecord& record)
{
    std::optional<Message> list;
    for (const RunResumption& one : record.resumptions) {
        Message step = one.otherFingerprint ? Message(NS_MESSAGE("card.other_conditions", "{0} (other conditions)"), one.step)
                                            : Message(NS_MESSAGE("card.step", "{0}"), one.step);
        list = list ? Message(NS_MESSAGE("card.list", "{0}, {1}"), std::move(*list), std::move(step)) : std::move(step);
    }
    return list;
}

Message wordsOf(RunState state)
{
    switch (state) {
    case RunState::running: return Message(NS_MESSAGE("card.running", "running"));
    case RunState::done: return Message(NS_MESSAGE("card.done", "done"));
    case RunState::stopped: return Message(NS_MESSAGE("card.stopped", "stopped"));
    case RunState::diverged: return Message(NS_MESSAGE("card.diverged", "diverged"));
    case RunState::failed: break;
    }
    return Message(NS_MESSAGE("card.failed", "failed"));
}

/// The folds of a cross-validation that were started, each with its monitored value.
CardSection foldsOf(const RunFacts& run)
{
    CardSection section{"folds", NS_TEXT("run_card", "Folds"), {}};
    for (const FoldPlace& place : begunFolds(run.folder)) {
        const auto record = readRunRecord(place.run());
        if (!record)
            continue;
        const Message words = place.words();
        CardFact fact{"fold_" + std::to_string(place.fold), words.text(), std::string(nameOf(record->state)),
                      wordsOf(record->state)};
        fact.titleWords = words;
        const FoldResult result = resultOfFold(place, *record);
        const auto judged = std::ranges::find(result.values, result.judgedBy, &NamedValues::value_type::first);
        if (record->state == RunState::done && judged != result.values.end()) {
            fact.words.reset();
            fact.quantity = judged->first;
            fact.value = csvNumber(judged->second);
        }
        section.facts.push_back(std::move(fact));
    }
    return section;
}

std::string valueText(const CardFact& fact)
{
    return fact.deviation ? fact.value + " ± " + csvNumber(*fact.deviation) : fact.value;
}

} // namespace

std::vector<CardSection> cardOf(const RunFacts& run, const Costs& costs)
{
    const RunRecord& record = run.record;
    std::vector<CardSection> card;
    const auto begin = [&](const char* id, const char* title) { card.push_back({id, title, {}}); };
    const auto add = [&](const char* id, const char* title, const std::string& value) {
        if (!value.empty())
            card.back().facts.push_back({id, title, value});
    };
    const auto addWords = [&](const char* id, const char* title, const Message& words) {
        card.back().facts.push_back({id, title, words.text(), words});
    };
    const auto addMeasured = [&](const char* id, const char* title, const std::string& quantity, const std::string& value) {
        card.back().facts.push_back({id, title, value, std::nullopt, quantity});
    };

    begin("run", NS_TEXT("run_card", "Run"));
    add("name", NS_TEXT("run_card", "Name"), run.name);
    add("project", NS_TEXT("run_card", "Project"), record.title);
    addWords("state", NS_TEXT("run_card", "State"), wordsOf(record.state));
    add("started", NS_TEXT("run_card", "Started"), record.started);
    if (const std::optional<Message> resumptions = resumptionsOf(record))
        addWords("resumed", NS_TEXT("run_card", "Resumed after step"), *resumptions);

    begin("origin", NS_TEXT("run_card", "Inputs"));
    if (const std::optional<WeightsOrigin> fork = train::forkOriginOf(run.folder)) {
        add("forked_from", NS_TEXT("run_card", "Forked from"), fork->run);
        add("forked_at", NS_TEXT("run_card", "Forked at step"), std::to_string(fork->step));
    }
    add("graph_hash", NS_TEXT("run_card", "Graph, SHA-256"), orOf(record.graphHash, graphHash(run.project.graph)));
    add("settings_hash", NS_TEXT("run_card", "Settings, SHA-256"), orOf(record.settingsHash, settingsHash(run.project)));
    add("data_hash", NS_TEXT("run_card", "Data, SHA-256"), record.dataHash);
    if (!record.data.text().empty())
        addWords("data", NS_TEXT("run_card", "Data"), record.data);
    add("data_files", NS_TEXT("run_card", "Data files, SHA-256"), record.dataFingerprint);
    add("train_samples", NS_TEXT("run_card", "Training samples"), std::to_string(record.trainSamples));
    add("validation_samples", NS_TEXT("run_card", "Validation samples"), std::to_string(record.validationSamples));
    if (const std::optional<InitialWeights> weights = initialWeightsOf(run.project)) {
        add("weights", NS_TEXT("run_card", "Initial weights"), weights->path);
        add("weights_hash", NS_TEXT("run_card", "Initial weights, SHA-256"), weights->sha256);
        std::string changes;
        for (const std::string& change : weights->changes)
            changes += (changes.empty() ? "" : ", ") + change;
        add("weights_changes", NS_TEXT("run_card", "Initial weights, chosen by hand"), changes);
    } else if (record.weightsFrom) {
        add("weights", NS_TEXT("run_card", "Initial weights"), record.weightsFrom->run);
    }
    add("parameters", NS_TEXT("run_card", "Parameters"), std::to_string(record.parameters));
    add("seed", NS_TEXT("run_card", "Seed"), std::to_string(record.seed));

    begin("machine", NS_TEXT("run_card", "Environment"));
    add("device", NS_TEXT("run_card", "Device"), record.device);
    add("device_name", NS_TEXT("run_card", "Device name"), record.deviceName);
    add("precision", NS_TEXT("run_card", "Precision"), record.precision);
    addWords("fusion", NS_TEXT("run_card", "Fusion"),
             record.fuse ? Message(NS_MESSAGE("card.on", "on")) : Message(NS_MESSAGE("card.off", "off")));
    if (!record.deterministic)
        addWords("deterministic", NS_TEXT("run_card", "Deterministic"), Message(NS_MESSAGE("card.no", "no")));
    add("binary", NS_TEXT("run_card", "Binaries, build ids"), record.binary);
    const std::set<std::string> told{"device", "precision", "fusion"};
    for (const auto& [name, value] : record.fingerprint)
        if (!told.contains(name))
            add(name.c_str(), factTitle(name).c_str(), value);

    begin("result", NS_TEXT("run_card", "Results"));
    add("epochs_done", NS_TEXT("run_card", "Epochs"), std::to_string(record.epochsDone));
    add("steps", NS_TEXT("run_card", "Steps"), std::to_string(record.steps));
    for (const auto& [name, value] : record.values) {
        addMeasured(name.c_str(), name.c_str(), name, csvNumber(value));
        const auto deviation = std::ranges::find(record.deviations, name, &NamedValues::value_type::first);
        if (deviation != record.deviations.end())
            card.back().facts.back().deviation = deviation->second;
    }
    const RunSummary summary = summarize(run.folder); // so that the card's best is the table's
    if (const auto* best = summary.best()) {
        addMeasured("judged_by", NS_TEXT("run_card", "Judged by"), best->first, best->first);
        addMeasured("best", NS_TEXT("run_card", "Best"), best->first, csvNumber(best->second));
        card.back().facts.back().deviation = summary.bestDeviation();
        add("best_epoch", NS_TEXT("run_card", "Best epoch"),
            summary.bestEpoch ? std::to_string(*summary.bestEpoch) : std::string());
    }
    add("metrics_hash", NS_TEXT("run_card", "metrics.csv, SHA-256"), hashOfFile(run.folder / "metrics.csv"));
    if (const auto checkpoint = resultOf(run)) {
        add("checkpoint", NS_TEXT("run_card", "Checkpoint"), checkpoint->filename().string());
        add("weights_hash", NS_TEXT("run_card", "weights.safetensors, SHA-256"), hashOfFile(*checkpoint / "weights.safetensors"));
    }
    if (record.folds > 0)
        card.push_back(foldsOf(run));
    const std::int64_t stepsPerEpoch =
        record.trainSamples > 0 ? train::trainingLength(run.project.training, record.trainSamples).stepsPerEpoch : 0;
    card.push_back(energySection(energyOf(record, trainedSamples(record, stepsPerEpoch), readTelemetry(run.folder), costs), costs));

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
        for (const CardFact& fact : section.facts) {
            json[section.id][fact.id] = fact.value;
            if (fact.deviation)
                json[section.id][fact.id + ".deviation"] = csvNumber(*fact.deviation);
        }
    }
    return json;
}

std::string cardMarkdown(const std::string& name, const std::vector<CardSection>& card)
{
    std::string text = "# " + name + '\n';
    for (const CardSection& section : card) {
        TextRows rows{{section.title, ""}};
        for (const CardFact& fact : section.facts)
            rows.push_back({fact.title, valueText(fact)});
        text += '\n' + markdownText(rows);
    }
    return text;
}

} // namespace netsmith::runs
