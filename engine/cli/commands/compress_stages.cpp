#include "engine/cli/compress_stages.h"

#include "engine/cli/words/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace netsmith::cli {
namespace {

using compress::Stage;

/// A stage as it was written: its option with its value, and those that follow it.
struct WrittenStage {
    std::string option;
    std::string value;
    std::map<std::string, std::string> told;

    /// Or a default.
    std::string of(const std::string& name, const std::string& otherwise = {}) const
    {
        const auto found = told.find(name);
        return found == told.end() ? otherwise : found->second;
    }
    std::int64_t number(const std::string& name, std::int64_t otherwise) const
    {
        const auto found = told.find(name);
        return found == told.end() ? otherwise : std::stoll(found->second);
    }
    double real(const std::string& name, double otherwise) const
    {
        const auto found = told.find(name);
        return found == told.end() ? otherwise : std::stod(found->second);
    }
    std::vector<std::string> list(const std::string& name) const
    {
        std::vector<std::string> names;
        const std::string text = of(name);
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = std::min(text.find(',', begin), text.size());
            names.push_back(text.substr(begin, end - begin));
            begin = end + 1;
        }
        return names;
    }
};

/// What can be told to each stage.
const std::map<std::string, std::vector<std::string>> tellable{
    {"prune", {"criterion", "scope", "layers", "round-to", "retrain"}},
    {"goal", {"shares", "criterion", "layers", "round-to", "retrain"}},
    {"sensitivity", {"of", "shares", "criterion", "layers"}},
    {"factorize", {"layers", "retrain"}},
    {"sparsity", {"steps", "gradual", "criterion", "scope", "layers", "retrain"}},
    {"clusters", {"layers", "retrain"}},
    {"quantize", {"format", "calibration", "ranges", "float", "points", "layers", "retrain"}},
    {"distill", {"temperature", "labels", "retrain"}},
    {"student", {}},
};

bool isTellable(const std::string& name)
{
    return std::ranges::any_of(tellable, [&](const auto& each) { return std::ranges::count(each.second, name) > 0; });
}

void requireTellable(const WrittenStage& stage)
{
    for (const auto& [name, value] : stage.told) {
        if (std::ranges::count(tellable.at(stage.option), name) > 0)
            continue;
        std::string owners;
        for (const auto& [option, names] : tellable)
            if (std::ranges::count(names, name) > 0)
                owners += (owners.empty() ? "--" : ", --") + option;
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("compress.option", "\"--{0}\" means nothing to \"--{1}\", which it follows; it belongs after: {2}"),
                    name, stage.option, owners);
    }
}

/// In the order of the command line.
std::vector<WrittenStage> writtenStages(const CLI::App& command)
{
    std::vector<WrittenStage> stages;
    std::map<std::string, std::string> ahead;
    std::map<const CLI::Option*, std::size_t> read;
    for (const CLI::Option* option : command.parse_order()) {
        const std::string name = option->get_single_name();
        const bool isStage = tellable.contains(name);
        if (!isStage && !isTellable(name))
            continue;
        const std::string value = option->results().at(read[option]++);
        if (isStage)
            stages.push_back({.option = name, .value = value, .told = {}});
        else
            (stages.empty() ? ahead : stages.back().told)[name] = value;
    }
    if (!stages.empty())
        stages.front().told.merge(ahead);
    return stages;
}

std::vector<double> sharesFrom(const WrittenStage& written)
{
    std::vector<double> shares;
    for (const std::string& text : written.list("shares"))
        shares.push_back(compress::PruningGoal::parsed(text).share);
    return shares.empty() ? compress::SensitivityOptions().shares : shares;
}

compress::SensitivityOptions sensitivityFrom(const WrittenStage& written, const CompressOptions& options)
{
    requireTellable(written);
    return {.of = compress::sensitivityNamed(written.of("of", "channels")),
            .shares = sharesFrom(written),
            .samples = options.samples,
            .pruning = {.criterion = compress::criterionNamed(written.of("criterion", "l1")),
                        .layers = written.list("layers"),
                        .multiple = written.number("round-to", 0),
                        .seed = options.seed,
                        .samples = options.samples,
                        .dataDir = options.dataDir}};
}

compress::SparsityOptions sparsityFrom(const WrittenStage& written, const CompressOptions& options)
{
    compress::SparsityOptions sparsity = compress::sparsityParsed(written.value);
    sparsity.isGradual = written.told.contains("gradual");
    sparsity.criterion = train::weightCriterionNamed(written.of("criterion", "magnitude"));
    sparsity.scope = compress::scopeNamed(written.of("scope", "global"));
    sparsity.layers = written.list("layers");
    sparsity.seed = options.seed;
    return sparsity;
}

Stage stageFrom(const WrittenStage& written, const CompressOptions& options)
{
    requireTellable(written);
    Stage stage{.steps = written.number("steps", 1), .epochs = written.number("retrain", 0)};
    const std::vector<std::string> layers = written.list("layers");
    const auto scope = [&] { return compress::scopeNamed(written.of("scope", "global")); };
    if (written.option == "prune")
        stage.change = compress::PruningOptions{.goal = compress::PruningGoal::parsed(written.value),
                                                .criterion = compress::criterionNamed(written.of("criterion", "l1")),
                                                .scope = scope(),
                                                .layers = layers,
                                                .multiple = written.number("round-to", 0),
                                                .seed = options.seed,
                                                .samples = options.samples};
    else if (written.option == "goal")
        stage.change = compress::PlanningOptions{.goal = compress::CompressionGoal::parsed(written.value),
                                                 .sensitivity = sensitivityFrom(written, options)};
    else if (written.option == "factorize")
        stage.change = compress::FactorizationOptions{.rank = compress::RankGoal::parsed(written.value), .layers = layers};
    else if (written.option == "sparsity")
        stage.change = sparsityFrom(written, options);
    else if (written.option == "clusters")
        stage.change = compress::ClusteringOptions{.clusters = std::stoll(written.value), .layers = layers};
    else if (written.option == "distill")
        stage.change =
            compress::DistillationOptions{.student = written.value,
                                          .temperature = written.real("temperature", compress::DistillationOptions().temperature),
                                          .labelShare = written.real("labels", compress::DistillationOptions().labelShare)};
    else if (written.option == "student")
        stage.change = compress::GraduationOptions{};
    else
        stage.change = compress::QuantizationOptions{
            .mode = compress::quantizationNamed(written.value),
            .format = compress::weightFormatNamed(written.of("format", "int8")),
            .calibration = {.calibration = compress::calibrationNamed(written.of("calibration", "min-max")),
                            .samples = options.samples},
            .layers = layers,
            .floatLayers = written.list("float"),
            .points = written.told.contains("points") ? std::optional(written.real("points", 0.0)) : std::nullopt,
            .learnsRanges = written.of("ranges") == "learned",
            .seed = options.seed};
    return stage;
}

/// The options of a change that differ from the defaults, its own first.
struct ChangeText {
    std::string text;

    void add(std::string_view name, std::string_view value, std::string_view otherwise = {})
    {
        if (value != otherwise)
            text += fmt::format(" --{} {}", name, quoted(std::string(value)));
    }
    void addList(std::string_view name, const std::vector<std::string>& values)
    {
        add(name, fmt::format("{}", fmt::join(values, ",")));
    }

    void operator()(const compress::PruningOptions& change)
    {
        add("prune", fmt::format("{}{}", change.goal.ofFlops ? "flops:" : "", change.goal.share));
        add("criterion", idOf(change.criterion), "l1");
        add("scope", idOf(change.scope), "global");
        add("round-to", std::to_string(change.multiple), "0");
        addList("layers", change.layers);
    }
    void operator()(const compress::PlanningOptions& change)
    {
        add("goal",
            fmt::format("flops:{}{}", change.goal.flops, change.goal.points ? fmt::format(",points:{}", *change.goal.points) : ""));
        const std::vector<double>& shares = change.sensitivity.shares;
        if (shares != compress::SensitivityOptions().shares)
            add("shares", fmt::format("{}", fmt::join(shares, ",")));
        add("criterion", idOf(change.sensitivity.pruning.criterion), "l1");
        add("round-to", std::to_string(change.sensitivity.pruning.multiple), "0");
        addList("layers", change.sensitivity.pruning.layers);
    }
    void operator()(const compress::FactorizationOptions& change)
    {
        add("factorize", fmt::format("{}{}", change.rank.ofEnergy ? "energy:" : "", change.rank.share));
        addList("layers", change.layers);
    }
    void operator()(const compress::SparsityOptions& change)
    {
        add("sparsity", change.isTwoOfFour ? "2:4" : fmt::format("{}", change.share));
        text += change.isGradual ? " --gradual" : "";
        add("criterion", idOf(change.criterion), "magnitude");
        add("scope", idOf(change.scope), "global");
        addList("layers", change.layers);
    }
    void operator()(const compress::ClusteringOptions& change)
    {
        add("clusters", std::to_string(change.clusters));
        addList("layers", change.layers);
    }
    void operator()(const compress::QuantizationOptions& change)
    {
        add("quantize", idOf(change.mode));
        add("format", idOf(change.format), "int8");
        add("calibration", idOf(change.calibration.calibration), "min-max");
        add("ranges", change.learnsRanges ? "learned" : "observed", "observed");
        addList("float", change.floatLayers);
        if (change.points)
            add("points", fmt::format("{}", *change.points));
        addList("layers", change.layers);
    }
    void operator()(const compress::DistillationOptions& change)
    {
        const compress::DistillationOptions defaults;
        add("distill", change.student.string());
        add("temperature", fmt::format("{}", change.temperature), fmt::format("{}", defaults.temperature));
        add("labels", fmt::format("{}", change.labelShare), fmt::format("{}", defaults.labelShare));
    }
    void operator()(const compress::GraduationOptions&) { text += " --student"; }
};

std::vector<std::string> criterionNames()
{
    std::vector<std::string> names;
    for (const train::WeightCriterion each : {train::WeightCriterion::magnitude, train::WeightCriterion::movement})
        names.emplace_back(idOf(each));
    for (const compress::Criterion each : compress::criteria)
        names.emplace_back(compress::idOf(each));
    return names;
}

std::vector<std::string> formatNames()
{
    std::vector<std::string> names;
    for (const compress::WeightFormat each : compress::weightFormats)
        names.emplace_back(compress::idOf(each));
    return names;
}

} // namespace

StageOptions::StageOptions(CLI::App& command)
    : m_command(&command)
{
    const auto add = [&](const char* name, const char* doc, const char* type) {
        return command.add_option(name)->description(doc)->type_name(type)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    };
    add("--prune",
        "Remove this share of the channels (filters, units), 0.5, or as many as leave that much less of the FLOPs, flops:0.5",
        "SHARE");
    add("--goal",
        "Remove channels until the FLOPs are less by this share, flops:0.5, from each layer as much as it can lose by itself; and "
        "say whether a loss in percentage points is expected to hold, flops:0.5,points:0.5",
        "GOAL");
    add("--factorize",
        "Split dense layers and convolutions into two by singular values, where that saves multiplications: with this share of the "
        "full "
        "rank, 0.25, or the smallest rank that keeps this share of the energy, energy:0.95",
        "RANK");
    add("--sparsity",
        "Set this share of the weights in kernels and embeddings to zero, 0.9, or the smaller two of each four inputs' weights, "
        "2:4: "
        "the file gets smaller, and nothing gets faster here",
        "SHARE");
    add("--clusters", "Give the weights of each kernel and embedding this many different values, by k-means: the file gets smaller",
        "N")
        ->check(wholeNumber(compress::fewestClusters, compress::mostClusters));
    add("--quantize",
        "Round to 8 bits: kernels (weights); with static the inputs of dense layers and convolutions too, whose ranges samples "
        "give, so that predictions compute with integers; with dynamic the inputs of dense layers and the states of recurrent "
        "ones, "
        "by their own ranges in each prediction, for which no samples are needed",
        "MODE");
    add("--format",
        "What --quantize weights rounds to: integers of 8 bits with a step for each channel (int8, if not given); of all kernels "
        "and embeddings, integers of 4 bits with a step for each 32 weights (int4), or floats of 16 or 8 bits",
        "FORMAT")
        ->check(CLI::IsMember(formatNames()));
    add("--distill",
        "Train another network, of this project, to answer as the run does besides what the labels say; it begins from random "
        "weights",
        "PROJECT");
    add("--temperature", "What --distill divides the logits of both networks by (4)", "T")->check(CLI::Number);
    add("--labels", "The share of the labels in the loss of --distill; the rest is the teacher's (0.1)", "SHARE")
        ->check(CLI::Number);
    command.add_flag("--student")
        ->description("Take the student from beside its teacher: what --distill does in the end, for a training that was stopped");
    m_retrain =
        add("--retrain", "Number of epochs to train the smaller network, after each step, with the run's settings", "EPOCHS")
            ->check(wholeNumber(1));
    add("--steps", "Reach the share of --sparsity in N steps, large at first, with a retraining and a run for each (1)", "N")
        ->check(wholeNumber(1, 1000));
    command.add_flag("--gradual")
        ->description("Reach the share of --sparsity within the training of --retrain, a little every hundred steps and more at "
                      "first, until three quarters of it, instead of before it");
    add("--criterion",
        "What a channel's importance is: the L1 norm of its filter (l1, if not given) or the L2 norm; the scale of its batch "
        "normalization; how much the loss changes without it (taylor); or random, for comparison. Of a weight: its magnitude (if "
        "not given), whether the training moves it away from zero (movement, with --gradual), or random",
        "CRITERION")
        ->check(CLI::IsMember(criterionNames()));
    add("--scope",
        "Where channels or weights are compared: in the whole network (global, if not given), or within each layer, which then all "
        "lose the same share (layer)",
        "SCOPE")
        ->check(CLI::IsMember({"global", "layer"}));
    add("--layers", "Only these layers: their channels, and what is tied to them, or their weights; within a block BLOCK/LAYER",
        "LAYER,LAYER");
    add("--round-to",
        "Leave each layer a number of channels that is a multiple of this, with which processors compute fastest: 16 if not given "
        "for a share of the FLOPs, 1 for one of the channels; of layers with fewer than four times as many, of its half or less",
        "N")
        ->check(wholeNumber(1, 1024));
    add("--calibration",
        "How a range is chosen from the samples: the whole extent (min-max, if not given); without one in ten thousand numbers at "
        "its ends (percentile); by the least KL divergence (entropy); by the least squared error (mse)",
        "METHOD");
    add("--ranges",
        "What a training after --quantize static does to the ranges: they follow the numbers that it sees (observed, if not "
        "given), or are learned like weights (learned)",
        "HOW")
        ->check(CLI::IsMember({"observed", "learned"}));
    command.add_flag("--sensitivity")
        ->description("Write no run: evaluate the network on some validation samples without shares of the channels of one layer "
                      "at a time, and print the results");
    add("--of", "What --sensitivity takes away: channels, if not given, with what is tied to them, or weights, the smallest",
        "WHAT")
        ->check(CLI::IsMember({"channels", "weights"}));
    add("--shares", "The shares that --sensitivity and --goal try: 0.25,0.5,0.75 (0.1 to 0.9)", "SHARE,SHARE");
    add("--float", "Layers that --quantize leaves as they are; within a block BLOCK/LAYER", "LAYER,LAYER");
    add("--points",
        "Have --quantize leave as many more layers as they are as it takes to lose at most this many percentage points, 0.5, on "
        "--samples of the validation samples",
        "POINTS")
        ->check(CLI::Number);
}

std::vector<Stage> StageOptions::stages(const CompressOptions& options) const
{
    std::vector<Stage> stages;
    for (const WrittenStage& written : writtenStages(*m_command))
        stages.push_back(stageFrom(written, options));
    return stages;
}

bool StageOptions::areOfSensitivity() const
{
    const std::vector<WrittenStage> stages = writtenStages(*m_command);
    const bool asks = std::ranges::find(stages, "sensitivity", &WrittenStage::option) != stages.end();
    if (asks && stages.size() > 1)
        throw Error(
            ErrorKind::usage,
            NS_MESSAGE("compress.sensitivity_alone", "\"--sensitivity\" makes no run, so no stage can follow or precede it"));
    return asks;
}

compress::SensitivityOptions StageOptions::sensitivity(const CompressOptions& options) const
{
    return sensitivityFrom(writtenStages(*m_command).front(), options);
}

std::string compressCommand(const std::string& run, std::span<const Stage> stages, const CompressOptions& options)
{
    ChangeText change{"netsmith-cli compress " + quoted(run)};
    bool trains = false;
    for (const Stage& stage : stages) {
        std::visit(change, stage.change);
        if (std::holds_alternative<compress::SparsityOptions>(stage.change) && stage.epochs > 0)
            change.add("steps", std::to_string(stage.steps));
        if (stage.epochs > 0)
            change.add("retrain", std::to_string(stage.epochs));
        trains = trains || stage.epochs > 0;
    }
    if (trains)
        for (const std::string& setting : options.settings)
            change.add("set", setting);
    change.add("seed", std::to_string(options.seed), std::to_string(CompressOptions().seed));
    change.add("samples", std::to_string(options.samples), std::to_string(CompressOptions().samples));
    change.add("name", options.name);
    return change.text;
}

} // namespace netsmith::cli
