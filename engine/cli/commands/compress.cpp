#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/compress_stages.h"
#include "engine/cli/words/words.h"
#include "engine/core/parallel.h"
#include "engine/core/utf8.h"

#include <fmt/format.h>

#include <memory>

namespace netsmith::cli {
namespace {

using compress::NetworkSize;
using compress::PrunedNetwork;

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
void showStages(Console& console, const std::vector<CompressStage>& stages)
{
    Table table(std::vector(stages.size() + 1, Table::Align::right), 2);
    const auto add = [&](const std::string& name, const auto& cell) {
        std::vector<std::string> row{name};
        for (const CompressStage& stage : stages)
            row.push_back(cell(stage));
        table.add(std::move(row));
    };
    add("", [](const CompressStage& stage) { return stage.name; });
    add("parameters", [](const CompressStage& stage) { return grouped(stage.size.parameters); });
    add("FLOPs a sample", [](const CompressStage& stage) { return countText(stage.size.flops); });
    add("weights file", [](const CompressStage& stage) { return bytesText(static_cast<double>(stage.bytes)); });
    for (std::size_t i = 0; i < stages.front().evaluation.values.size(); ++i)
        add(stages.front().evaluation.values[i].first,
            [i](const CompressStage& stage) { return fmt::format("{:.4f}", stage.evaluation.values.at(i).second); });
    console.print(table.text());
}

int compressChannels(Console& console, const CompressOptions& options, const SignalWatch& signals)
{
    const bool isPlanned = !options.each.goal.empty();
    compress::PruningOptions pruning{.goal = options.prune.empty() ? compress::PruningGoal()
                                                                   : compress::PruningGoal::parsed(options.prune),
                                     .criterion = compress::criterionNamed(options.criterion.empty() ? "l1" : options.criterion),
                                     .scope = compress::scopeNamed(options.scope),
                                     .layers = options.layers,
                                     .seed = options.seed,
                                     .samples = options.samples,
                                     .dataDir = options.dataDir,
                                     .stop = signals.token()};
    if (options.each.sensitivity)
        return showSensitivity(console, options.run, options.device, options.each, pruning, options.samples);
    const compress::ParentRun parent = compress::openParent(options.run, options.device);
    std::optional<compress::GoalPlan> plan;
    if (isPlanned) {
        plan = planned(console, parent.saved, options.each, pruning, options.samples);
        pruning = plan->pruning;
    }
    const compress::PrunedRunOptions how = options.runOptions(console, signals.token());
    console.progress("pruning", 0, 1);
    const PrunedNetwork network = compress::prune(parent.saved, pruning);
    const std::filesystem::path run = compress::writePrunedRun(parent, network, pruning, how);
    nameRun(run, options);
    Json json{{"run", run.string()}, {"parent", parent.folder.string()}, {"parent_step", parent.origin.step}};
    json.update(compress::pruningJson(network, pruning));
    console.event("pruned", json);
    console.note("run: " + run.string());
    showLayers(console, network);

    std::vector<CompressStage> stages;
    const auto add = [&](const std::string& name, const std::filesystem::path& of, const NetworkSize& size) {
        stages.push_back(stageOf(console, name, of, size, std::nullopt, options, signals.token()));
    };
    add("original", options.run, network.before);
    add("pruned", run, network.after);
    if (options.retrain > 0) {
        if (!retrained(console, run, how))
            return signals.exitCode();
        add("retrained", run, network.after);
    }
    showStages(console, stages);
    if (plan)
        showOutcome(console, *plan, stages[0].evaluation.values, stages[1].evaluation.values,
                    options.retrain > 0 ? std::optional(stages[2].evaluation.values) : std::nullopt);
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
        const bool ofWeights = !options.sparsity.empty() || options.clusters > 0;
        const int kinds = int{!options.prune.empty()} + int{ofWeights} + int{!options.quantize.empty()}
            + int{!options.factorize.empty()} + int{!options.each.goal.empty()} + int{options.each.sensitivity};
        if (kinds != 1)
            throw Error(
                ErrorKind::usage,
                NS_MESSAGE("compress.what",
                           "name one way to make it smaller: \"--prune\" or \"--goal\" for channels, \"--factorize\" for layers, "
                           "\"--sparsity\" or \"--clusters\" for single weights, or \"--quantize\" for numbers of 8 bits; "
                           "the new run can be compressed again"));
        if (!options.factorize.empty())
            return compressFactors(console, options, signals);
        if (!options.quantize.empty())
            return compressNumbers(console, options, signals);
        return ofWeights ? compressWeights(console, options, signals) : compressChannels(console, options, signals);
    } catch (const Error& error) {
        if (!signals.exitCode())
            throw;
        console.note(error.what());
        return signals.exitCode();
    }
}

std::vector<std::string> criterionNames()
{
    std::vector<std::string> names{std::string(idOf(compress::WeightCriterion::magnitude))};
    for (const compress::Criterion each : compress::criteria)
        names.emplace_back(compress::idOf(each));
    return names;
}

} // namespace

void addCompress(CommandLine& line)
{
    CLI::App& command =
        line.add(line.app, "compress", "Make a smaller or faster network of a trained one: a new run that is used like any other");
    const auto options = std::make_shared<CompressOptions>();
    command.add_option("RUN", options->run, "The run's folder, or one of its checkpoints")->required()->type_name(folderType);
    command
        .add_option("--prune", options->prune,
                    "Remove this share of the channels (filters, units), 0.5, or as many as leave that much less of the FLOPs, "
                    "flops:0.5")
        ->type_name("SHARE");
    addLayerOptions(command, options->each);
    CLI::Option* sparsity =
        command
            .add_option("--sparsity", options->sparsity,
                        "Set this share of the weights in kernels and embeddings to zero, 0.9, instead: the file gets smaller, and "
                        "nothing gets faster")
            ->type_name("SHARE");
    command
        .add_option("--steps", options->steps, "Reach that share in N steps, large at first, with a retraining and a run for each")
        ->needs(sparsity)
        ->check(wholeNumber(1, 1000))
        ->type_name("N")
        ->capture_default_str();
    command
        .add_option("--clusters", options->clusters,
                    "Give the weights of each kernel and embedding this many different values, by k-means, after everything else: "
                    "the file gets smaller")
        ->check(wholeNumber(compress::fewestClusters, compress::mostClusters))
        ->type_name("N");
    CLI::Option* quantize =
        command
            .add_option("--quantize", options->quantize,
                        "Round to 8 bits instead: the kernels of dense layers and convolutions, and with static their inputs too, "
                        "whose ranges samples give, so that predictions compute with integers (static, weights)")
            ->type_name("MODE");
    command
        .add_option(
            "--factorize", options->factorize,
            "Split dense layers and convolutions into two by singular values instead, where that saves multiplications: with this "
            "share of the full rank, 0.25, or the smallest rank that keeps this share of the energy, energy:0.95")
        ->type_name("RANK");
    command
        .add_option(
            "--calibration", options->calibration,
            "How a range is chosen from the samples: the whole extent (min-max); without one in ten thousand numbers at its "
            "ends (percentile); by the least KL divergence (entropy); by the least squared error (mse)")
        ->needs(quantize)
        ->type_name("METHOD")
        ->capture_default_str();
    command.add_option("--float", options->floatLayers, "Layers that stay as they are; within a block BLOCK/LAYER")
        ->needs(quantize)
        ->delimiter(',')
        ->type_name("LAYER,LAYER");
    command
        .add_option("--criterion", options->criterion,
                    "What a channel's importance is: the L1 norm of its filter (l1, if not given) or the L2 norm; the scale of its "
                    "batch normalization; how much the loss changes without it (taylor); or random, for comparison. Of a weight: "
                    "its magnitude (if not given), or random")
        ->check(CLI::IsMember(criterionNames()))
        ->type_name("CRITERION");
    command
        .add_option("--scope", options->scope,
                    "Where channels or weights are compared: in the whole network (global), or within each layer, which then all "
                    "lose the same share (layer)")
        ->check(CLI::IsMember({"global", "layer"}))
        ->type_name("SCOPE")
        ->capture_default_str();
    command
        .add_option("--layers", options->layers,
                    "Only the channels of these layers, and what is tied to them, or only their weights; within a block "
                    "BLOCK/LAYER")
        ->delimiter(',')
        ->type_name("LAYER,LAYER");
    CLI::Option* retrain =
        command
            .add_option("--retrain", options->retrain,
                        "Number of epochs to train the smaller network, after each step, with the run's settings")
            ->check(wholeNumber(1))
            ->type_name("EPOCHS");
    command
        .add_option("--set", options->settings,
                    "Change a setting of that training, such as optimizer.learning_rate=0.0003; may be repeated")
        ->needs(retrain)
        ->type_name("SETTING=VALUE");
    command.add_option("--name", options->name, "The new run's name");
    command.add_option("--run-dir", options->runDir, "The new run's folder (one beside the run)")->type_name(folderType);
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
    command.add_option("--device", options->device, "The device, if not the run's")->type_name("DEVICE");
    command.add_option("--data-dir", options->dataDir, "The folder to search for data first")->type_name(folderType);
    command.add_option("--threads", options->threads, "Number of CPU threads")->check(wholeNumber(1, 4096))->type_name("N");
    command.footer(
        "Channels are removed with everything that belongs to them: the filters that make them, biases, batch "
        "normalizations, the rows of the next layer, and the channels that sums and depthwise convolutions tie to them. "
        "Inputs and outputs of the network stay. Weights that are set to zero stay zero: their layers get keep_zeros. If "
        "a retraining is stopped, \"netsmith-cli train\" resumes it.");
    line.onRun(command, [&line, options] { return run(line.console, *options); });
}

} // namespace netsmith::cli
