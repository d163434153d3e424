#include "engine/cli/compress_goal.h"
#include "engine/cli/compress_stages.h"

#include "engine/cli/completion.h"
#include "engine/cli/words/words.h"
#include "engine/core/parallel.h"
#include "engine/runs/store/run_store.h"

#include <fmt/format.h>

#include <memory>

namespace netsmith::cli {
namespace {

using compress::ChainResult;

train::TrainEvents trainingEvents(Console& console)
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

/// How a stopped chain goes on.
void tellStopped(Console& console, const ChainResult& chain, const CompressOptions& options)
{
    const std::string run = chain.last.string();
    const std::string resume =
        fmt::format("netsmith-cli train {} --resume {}", quoted(projectPathOf(chain.last).string()), quoted(run));
    Json json{{"run", run}, {"step", *chain.stopped}, {"resume", resume}};
    const std::string then = chain.left.empty() ? std::string() : compressCommand(run, chain.left, options);
    if (!then.empty())
        json["then"] = then;
    console.event("stopped", json);
    console.note(fmt::format("stopped at step {} with a checkpoint; to resume: {}", *chain.stopped, resume));
    if (!then.empty())
        console.note("after that: " + then);
}

/// Prints what plans expected beside what was measured.
void showOutcomes(Console& console, const ChainResult& chain, const std::vector<compress::MadeRun>& planned)
{
    for (const compress::MadeRun& made : planned) {
        std::optional<NamedValues> values[2]; // before and after the training
        for (const compress::ChainRun& run : chain.runs)
            if (run.run == made.run)
                values[run.isTrained ? 1 : 0] = run.measures->values;
        showOutcome(console, *made.plan, chain.runs.front().measures->values, values[0].value_or(NamedValues()), values[1]);
    }
}

int compressRun(Console& console, const CompressOptions& options, std::vector<compress::Stage> stages, const SignalWatch& signals)
{
    std::vector<compress::MadeRun> planned;
    const ChainResult chain =
        compress::runChain(options.run,
                           {.stages = std::move(stages),
                            .runFolder = options.runDir,
                            .settings = options.settings,
                            .device = options.device,
                            .dataDir = options.dataDir,
                            .timed = !options.isUntimed,
                            .stop = signals.token(),
                            .events = {.progress = [&](const Message& words, std::int64_t done,
                                                       std::int64_t total) { console.progress(words.text(), done, total); },
                                       .made =
                                           [&](const compress::MadeRun& made) {
                                               showMade(console, made);
                                               if (made.plan)
                                                   planned.push_back(made);
                                           },
                                       .measured = [&](const compress::ChainRun& run) { tellMeasured(console, run); },
                                       .training = trainingEvents(console)}});
    if (!options.name.empty() && chain.left.empty())
        runs::changeLabel(chain.last, [&](runs::RunLabel& label) { label.name = options.name; });
    if (chain.stopped) {
        tellStopped(console, chain, options);
        return signals.exitCode();
    }
    showChain(console, chain.runs);
    showOutcomes(console, chain, planned);
    console.event("done", {{"run", chain.last.string()}});
    console.line("done: " + chain.last.string());
    return 0;
}

int run(Console& console, const CompressOptions& options, const StageOptions& stageOptions)
{
    const SignalWatch signals; // before any compute thread starts
    if (options.threads > 0)
        setThreadCount(options.threads);
    try {
        if (stageOptions.areOfSensitivity()) {
            compress::SensitivityOptions sensitivity = stageOptions.sensitivity(options);
            sensitivity.pruning.stop = signals.token();
            sensitivity.progress = [&](std::int64_t done, std::int64_t total) { console.progress("trying", done, total); };
            showSensitivity(console, compress::sensitivityOf(openSavedRun(options.run, options.device), sensitivity));
            return 0;
        }
        return compressRun(console, options, stageOptions.stages(options), signals);
    } catch (const Error& error) {
        if (!signals.exitCode())
            throw;
        console.note(error.what());
        return signals.exitCode();
    }
}

} // namespace

void addCompress(CommandLine& line)
{
    CLI::App& command =
        line.add(line.app, "compress", "Make a smaller or faster network of a trained one: a new run that is used like any other");
    const auto options = std::make_shared<CompressOptions>();
    command.add_option("RUN", options->run, "The run's folder, or one of its checkpoints")->required()->type_name(folderType);
    const auto stages = std::make_shared<StageOptions>(command);
    command
        .add_option("--set", options->settings,
                    "Change a setting of all these trainings, such as optimizer.learning_rate=0.0003; may be repeated")
        ->needs(stages->retrain())
        ->type_name("SETTING=VALUE");
    command.add_option("--name", options->name, "The last run's name");
    command.add_option("--run-dir", options->runDir, "The last run's folder (one beside the run)")->type_name(folderType);
    command.add_option("--seed", options->seed, "The seed of random choice")
        ->check(wholeNumber(0))
        ->type_name("N")
        ->capture_default_str();
    command
        .add_option("--samples", options->samples,
                    "Number of training samples for taylor and for ranges, and of validation samples for --sensitivity and --goal")
        ->check(wholeNumber(1))
        ->type_name("N")
        ->capture_default_str();
    command.add_flag("--no-timing", options->isUntimed, "Don't measure in the end how long predictions take");
    command.add_option("--device", options->device, "The device, if not the run's")->type_name("DEVICE");
    command.add_option("--data-dir", options->dataDir, "The folder to search for data first")->type_name(folderType);
    command.add_option("--threads", options->threads, "Number of CPU threads")->check(wholeNumber(1, 4096))->type_name("N");
    command.footer(
        "What is to be done stands in its order, such as \"--prune flops:0.5 --retrain 2 --quantize static\": each stage makes a "
        "run of the one before, and the options that only some stages know follow theirs.\n\nChannels are removed with everything "
        "that belongs to them: the filters that make them, biases, batch normalizations, the rows of the next layer, and the "
        "channels that sums and depthwise convolutions tie to them. Inputs and outputs of the network stay. Weights that are set "
        "to zero stay zero: their layers get keep_zeros. If a retraining is stopped, it says how to go on.");
    line.onRun(command, [&line, options, stages] { return run(line.console, *options, *stages); });
}

} // namespace netsmith::cli
