#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/terminal/signals.h"
#include "engine/cli/words/words.h"
#include "engine/compress/pruned_run.h"
#include "engine/core/parallel.h"
#include "engine/core/utf8.h"
#include "engine/runs/store/run_store.h"
#include "engine/train/evaluation.h"

#include <fmt/format.h>

#include <memory>

namespace netsmith::cli {
namespace {

using compress::NetworkSize;
using compress::PrunedNetwork;

struct CompressOptions {
    std::string run;
    std::string prune;
    std::string criterion = "l1";
    std::string scope = "global";
    std::vector<std::string> layers;
    std::int64_t retrain = 0;
    std::vector<std::string> settings;
    std::string name;
    std::string runDir;
    std::uint64_t seed = 1;
    std::int64_t samples = compress::PruningOptions().samples;
    std::string device;
    std::string dataDir;
    int threads = 0;
};

/// A network of the chain from the original to the result.
struct Stage {
    std::string name; ///< "pruned"
    NetworkSize size;
    std::int64_t bytes = 0; ///< of its file of weights
    train::Evaluation evaluation;
};

Stage stageOf(const std::string& name, const std::filesystem::path& run, const NetworkSize& size, const CompressOptions& options,
              const std::stop_token& stop)
{
    Stage stage{.name = name, .size = size, .evaluation = {}};
    stage.bytes = compress::weightBytes(openSavedRun(run, options.device));
    stage.evaluation = train::evaluateRun(run, {.device = options.device, .dataDir = options.dataDir, .inputs = {}, .stop = stop});
    return stage;
}

void tellStage(Console& console, const std::filesystem::path& run, const Stage& stage)
{
    Json json{
        {"stage", stage.name},  {"run", run.string()},           {"parameters", stage.size.parameters}, {"flops", stage.size.flops},
        {"bytes", stage.bytes}, {"step", stage.evaluation.step}, {"samples", stage.evaluation.samples}, {"values", Json::object()}};
    for (const auto& [name, value] : stage.evaluation.values)
        json["values"][name] = value;
    console.event("stage", json);
}

void showLayers(Console& console, const PrunedNetwork& network)
{
    using enum Table::Align;
    Table table({left, right, right, left}, 2);
    table.add({"layer", "channels", "left", ""});
    for (const compress::PrunedLayer& layer : network.layers) {
        const std::string node = visibleText(layer.node);
        if (layer.kept)
            table.add({node, layer.before > 0 ? grouped(layer.before) : "", layer.before > 0 ? grouped(layer.before) : "",
                       "kept: " + visibleText(layer.kept->text())});
        else
            table.add({node, grouped(layer.before), grouped(layer.after), ""});
    }
    console.print(table.text());
}

/// A column for each stage.
void showStages(Console& console, const std::vector<Stage>& stages)
{
    Table table(std::vector(stages.size() + 1, Table::Align::right), 2);
    const auto add = [&](const std::string& name, const auto& cell) {
        std::vector<std::string> row{name};
        for (const Stage& stage : stages)
            row.push_back(cell(stage));
        table.add(std::move(row));
    };
    add("", [](const Stage& stage) { return stage.name; });
    add("parameters", [](const Stage& stage) { return grouped(stage.size.parameters); });
    add("FLOPs a sample", [](const Stage& stage) { return countText(stage.size.flops); });
    add("weights file", [](const Stage& stage) { return bytesText(static_cast<double>(stage.bytes)); });
    for (std::size_t i = 0; i < stages.front().evaluation.values.size(); ++i)
        add(stages.front().evaluation.values[i].first,
            [i](const Stage& stage) { return fmt::format("{:.4f}", stage.evaluation.values.at(i).second); });
    console.print(table.text());
}

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

int compressRun(Console& console, const CompressOptions& options, const SignalWatch& signals)
{
    compress::PruningOptions pruning{.goal = compress::PruningGoal::parsed(options.prune),
                                     .criterion = compress::criterionNamed(options.criterion),
                                     .scope = compress::scopeNamed(options.scope),
                                     .layers = options.layers,
                                     .seed = options.seed,
                                     .samples = options.samples,
                                     .dataDir = options.dataDir,
                                     .stop = signals.token()};
    const compress::ParentRun parent = compress::openParent(options.run, options.device);
    compress::PrunedRunOptions how{.runFolder = options.runDir,
                                   .dataDir = options.dataDir,
                                   .epochs = options.retrain,
                                   .settings = options.settings,
                                   .stop = signals.token(),
                                   .events = retrainingEvents(console)};
    console.progress("pruning", 0, 1);
    const PrunedNetwork network = compress::prune(parent.saved, pruning);
    const std::filesystem::path run = compress::writePrunedRun(parent, network, pruning, how);
    if (!options.name.empty())
        runs::changeLabel(run, [&](runs::RunLabel& label) { label.name = options.name; });
    Json json{{"run", run.string()}, {"parent", parent.folder.string()}, {"parent_step", parent.origin.step}};
    json.update(compress::pruningJson(network, pruning));
    console.event("pruned", json);
    console.note("run: " + run.string());
    showLayers(console, network);

    std::vector<Stage> stages;
    const auto add = [&](const std::string& name, const std::filesystem::path& of, const NetworkSize& size) {
        console.progress("evaluating", 0, 1);
        stages.push_back(stageOf(name, of, size, options, signals.token()));
        tellStage(console, of, stages.back());
    };
    add("original", options.run, network.before);
    add("pruned", run, network.after);
    if (options.retrain > 0) {
        const train::DoneEvent done = compress::retrain(run, how);
        if (done.state == RunState::stopped) {
            const std::string command =
                fmt::format("netsmith-cli train {} --resume {}", quoted(projectPathOf(run).string()), quoted(run.string()));
            console.event("stopped", {{"run", run.string()}, {"step", done.step}, {"resume", command}});
            console.note(fmt::format("stopped at step {} with a checkpoint; to resume: {}", done.step, command));
            return signals.exitCode();
        }
        add("retrained", run, network.after);
    }
    showStages(console, stages);
    console.event("done", {{"run", run.string()}});
    console.line("done: " + run.string());
    return 0;
}

int run(Console& console, const CompressOptions& options)
{
    const SignalWatch signals; // before any compute thread starts
    if (options.threads > 0)
        setThreadCount(options.threads);
    try {
        return compressRun(console, options, signals);
    } catch (const Error& error) {
        if (!signals.exitCode())
            throw;
        console.note(error.what());
        return signals.exitCode();
    }
}

std::vector<std::string> criterionNames()
{
    std::vector<std::string> names;
    for (const compress::Criterion each : compress::criteria)
        names.emplace_back(compress::idOf(each));
    return names;
}

} // namespace

void addCompress(CommandLine& line)
{
    CLI::App& command =
        line.add(line.app, "compress", "Make a smaller, faster network of a trained one: a new run that is used like any other");
    const auto options = std::make_shared<CompressOptions>();
    command.add_option("RUN", options->run, "The run's folder, or one of its checkpoints")->required()->type_name(folderType);
    command
        .add_option("--prune", options->prune,
                    "Remove this share of the channels (filters, units), 0.5, or as many as leave that much less of the FLOPs, "
                    "flops:0.5")
        ->required()
        ->type_name("SHARE");
    command
        .add_option(
            "--criterion", options->criterion,
            "What a channel's importance is: the L1 or L2 norm of its filter; the scale of its batch normalization; how much "
            "the loss changes without it (taylor); or random, for comparison")
        ->check(CLI::IsMember(criterionNames()))
        ->type_name("CRITERION")
        ->capture_default_str();
    command
        .add_option(
            "--scope", options->scope,
            "Where channels are compared: in the whole network (global), or within each layer, which then all lose the same "
            "share (layer)")
        ->check(CLI::IsMember({"global", "layer"}))
        ->type_name("SCOPE")
        ->capture_default_str();
    command
        .add_option("--layers", options->layers,
                    "Only the channels of these layers, and what is tied to them; within a block "
                    "BLOCK/LAYER")
        ->delimiter(',')
        ->type_name("LAYER,LAYER");
    CLI::Option* retrain =
        command.add_option("--retrain", options->retrain, "Number of epochs to train the smaller network, with the run's settings")
            ->check(wholeNumber(1))
            ->type_name("EPOCHS");
    command
        .add_option("--set", options->settings,
                    "Change a setting of that training, such as optimizer.learning_rate=0.0003; may be repeated")
        ->needs(retrain)
        ->type_name("SETTING=VALUE");
    command.add_option("--name", options->name, "The new run's name");
    command.add_option("--run-dir", options->runDir, "The new run's folder (one beside the run)")->type_name(folderType);
    command.add_option("--seed", options->seed, "The seed of random importance")
        ->check(wholeNumber(0))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--samples", options->samples, "Number of training samples for taylor")
        ->check(wholeNumber(1))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--device", options->device, "The device, if not the run's")->type_name("DEVICE");
    command.add_option("--data-dir", options->dataDir, "The folder to search for data first")->type_name(folderType);
    command.add_option("--threads", options->threads, "Number of CPU threads")->check(wholeNumber(1, 4096))->type_name("N");
    command.footer("Channels are removed with everything that belongs to them: the filters that make them, biases, batch "
                   "normalizations, the rows of the next layer, and the channels that sums and depthwise convolutions tie to them. "
                   "Inputs and outputs of the network stay. If a retraining is stopped, \"netsmith-cli train\" resumes it.");
    line.onRun(command, [&line, options] { return run(line.console, *options); });
}

} // namespace netsmith::cli
