#include "engine/cli/compress_stages.h"

#include "engine/cli/words/words.h"
#include "engine/runs/store/run_store.h"

#include <fmt/format.h>

namespace netsmith::cli {
namespace {

train::TrainEvents retrainingEvents(Console& console)
{
    return {.preparing = [&console](const PreparingEvent& event) { console.progress(event.words.text(), event.done, event.total); },
            .step = [&console](const train::StepEvent& event) { console.progress("retraining", event.step, event.totalSteps); },
            .epoch =
                [&console](const train::EpochEvent& event) {
                    Json json{{"epoch", event.epoch}};
                    std::string words;
                    for (const auto& [name, value] : event.values) {
                        json[name] = value;
                        words += fmt::format("  {} {:.4f}", name, value);
                    }
                    json.update({{"step", event.step}, {"seconds", event.seconds}, {"best", event.best}});
                    console.event("epoch", json);
                    console.line(
                        fmt::format("epoch {} of {}{}  {}", event.epoch, event.epochs, words, durationText(event.seconds)));
                }};
}

} // namespace

compress::PrunedRunOptions CompressOptions::runOptions(Console& console, const std::stop_token& stop) const
{
    return {.runFolder = runDir,
            .dataDir = dataDir,
            .epochs = retrain,
            .settings = settings,
            .stop = stop,
            .events = retrainingEvents(console)};
}

CompressStage stageOf(Console& console, const std::string& name, const std::filesystem::path& run,
                      const compress::NetworkSize& size, std::optional<double> sparsity, const CompressOptions& options,
                      const std::stop_token& stop)
{
    console.progress("evaluating", 0, 1);
    CompressStage stage{.name = name, .size = size, .sparsity = sparsity.value_or(0.0), .evaluation = {}};
    stage.bytes = compress::weightBytes(openSavedRun(run, options.device));
    stage.evaluation = train::evaluateRun(run, {.device = options.device, .dataDir = options.dataDir, .inputs = {}, .stop = stop});
    Json json{
        {"stage", name}, {"run", run.string()}, {"parameters", size.parameters}, {"flops", size.flops}, {"bytes", stage.bytes}};
    if (sparsity)
        json["sparsity"] = *sparsity;
    json.update({{"step", stage.evaluation.step}, {"samples", stage.evaluation.samples}, {"values", Json::object()}});
    for (const auto& [value, number] : stage.evaluation.values)
        json["values"][value] = number;
    console.event("stage", json);
    return stage;
}

bool retrained(Console& console, const std::filesystem::path& run, const compress::PrunedRunOptions& how, const std::string& after)
{
    const train::DoneEvent done = compress::retrain(run, how);
    if (done.state != RunState::stopped)
        return true;
    const std::string command =
        fmt::format("netsmith-cli train {} --resume {}", quoted(projectPathOf(run).string()), quoted(run.string()));
    Json json{{"run", run.string()}, {"step", done.step}, {"resume", command}};
    if (!after.empty())
        json["then"] = after;
    console.event("stopped", json);
    console.note(fmt::format("stopped at step {} with a checkpoint; to resume: {}", done.step, command));
    if (!after.empty())
        console.note("after that: " + after);
    return false;
}

void nameRun(const std::filesystem::path& run, const CompressOptions& options)
{
    if (!options.name.empty())
        runs::changeLabel(run, [&](runs::RunLabel& label) { label.name = options.name; });
}

} // namespace netsmith::cli
