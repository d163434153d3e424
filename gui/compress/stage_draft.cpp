#include "gui/compress/stage_draft.h"

#include "engine/graph/specs/spec.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr const char* floatLayersName = "float_layers";
constexpr double leastShare = 0.01, mostShare = 0.99;

struct StageWords {
    Q_DECLARE_TR_FUNCTIONS(StageWords)
};

// The settings of each kind, as plain values that a form edits.

struct PruneSettings {
    double share = 0.5;
    std::string of = "flops";
    std::string criterion = "l1";
    std::string scope = "global";
    std::int64_t epochs = 2;
};

struct FactorizeSettings {
    double share = 0.9;
    std::string of = "energy";
    std::int64_t epochs = 2;
};

struct SparsifySettings {
    std::string pattern = "any";
    double share = 0.5;
    std::string when = "before";
    std::int64_t steps = 1;
    std::string criterion = "magnitude";
    std::string scope = "global";
    std::int64_t epochs = 2;
};

struct ClusterSettings {
    std::int64_t clusters = 16;
};

struct QuantizeSettings {
    std::string mode = "static";
    std::string format = "int8";
    std::string calibration = "min-max";
    std::string floats = "none";
    double points = 0.5;
    std::vector<std::string> layers{};
    std::int64_t epochs = 0;
};

struct DistillSettings {
    std::vector<std::string> student{}; ///< a project's file, if it was chosen
    double temperature = 4.0;
    double labels = 0.1;
    std::int64_t epochs = 5;
};

/// The end of a distillation that was stopped.
constexpr const char* graduationKind = "graduate";

const char* const epochsTitle = NS_TEXT("compress", "Then train");
const char* const epochsDoc = NS_TEXT("compress",
                                      "Epochs of training after it, with the settings of the run, in which the network makes up "
                                      "for what it lost; 0: none");
const char* const epochsUnit = NS_TEXT("unit", "epochs");
const char* const scopeTitle = NS_TEXT("compress", "Compared");
constexpr double mostEpochs = 10000.0;

std::vector<Choice> scopes()
{
    return {{"global", NS_TEXT("compress", "Network-wide")}, {"layer", NS_TEXT("compress", "Layer by layer")}};
}

const ParameterBuilder<PruneSettings>& pruneSettings()
{
    static const ParameterBuilder<PruneSettings> settings =
        ParameterBuilder<PruneSettings>()
            .real("share", &PruneSettings::share, NS_TEXT("compress", "Share removed"),
                  NS_TEXT("compress", "How much of the network goes: 0.5 is half of it"))
            .range(leastShare, mostShare)
            .usual(0.3, 0.7)
            .choice("of", &PruneSettings::of, NS_TEXT("compress", "Share of"),
                    NS_TEXT("compress",
                            "What the share is counted in: the computation that goes with the channels, or the "
                            "channels themselves"),
                    {{"flops", NS_TEXT("compress", "FLOPs")}, {"channels", NS_TEXT("compress", "Channels")}})
            .onlyWith("scope", {"global", "layer"})
            .choice(
                "criterion", &PruneSettings::criterion, NS_TEXT("compress", "Importance by"),
                NS_TEXT("compress",
                        "How the importance of a channel is estimated: by the L1 or L2 norm of its filter, the scale of its batch "
                        "normalization, how much the loss changes without it (Taylor), or at random, for comparison"),
                {{"l1", NS_TEXT("compress", "L1 norm")},
                 {"l2", NS_TEXT("compress", "L2 norm")},
                 {"batch-norm", NS_TEXT("compress", "BN scale")},
                 {"taylor", NS_TEXT("compress", "Loss (Taylor)")},
                 {"random", NS_TEXT("compress", "Random")}})
            .choice("scope", &PruneSettings::scope, scopeTitle,
                    NS_TEXT("compress",
                            "Where channels compete for staying: in the whole network a layer that matters less loses "
                            "more; within each layer all lose the same share; by sensitivity each layer is tried alone on "
                            "validation samples, and loses more of the FLOPs the better the network does without"),
                    {{"global", NS_TEXT("compress", "Network-wide")},
                     {"layer", NS_TEXT("compress", "Layer by layer")},
                     {"plan", NS_TEXT("compress", "By sensitivity")}})
            .integer("epochs", &PruneSettings::epochs, epochsTitle, epochsDoc)
            .range(0.0, mostEpochs)
            .unit(epochsUnit);
    return settings;
}

const ParameterBuilder<DistillSettings>& distillSettings()
{
    static const ParameterBuilder<DistillSettings> settings =
        ParameterBuilder<DistillSettings>()
            .names(studentName, &DistillSettings::student, NS_TEXT("compress", "Student"),
                   NS_TEXT("compress",
                           "The project of the smaller network, with the same data: one beside this project, or the path of its "
                           "file. It begins from random weights."))
            .real("temperature", &DistillSettings::temperature, NS_TEXT("compress", "Temperature"),
                  NS_TEXT("compress",
                          "What the logits of both networks are divided by: the higher, the more the teacher says about the "
                          "classes that it does not choose"))
            .range(0.01, 1000.0)
            .usual(2.0, 10.0)
            .real("labels", &DistillSettings::labels, NS_TEXT("compress", "Share of labels"),
                  NS_TEXT("compress", "How much of the loss the labels have; the rest is for the teacher's answers"))
            .range(leastShare, mostShare)
            .usual(0.1, 0.5)
            .integer("epochs", &DistillSettings::epochs, NS_TEXT("compress", "Learns for"),
                     NS_TEXT("compress", "Epochs in which the student learns from the teacher, with the student's own settings"))
            .range(1.0, mostEpochs)
            .unit(epochsUnit);
    return settings;
}

const ParameterBuilder<FactorizeSettings>& factorizeSettings()
{
    static const ParameterBuilder<FactorizeSettings> settings =
        ParameterBuilder<FactorizeSettings>()
            .real("share", &FactorizeSettings::share, NS_TEXT("compress", "Share kept"),
                  NS_TEXT("compress", "How much of each kernel stays: the more, the closer the network is to what it was"))
            .range(leastShare, mostShare)
            .usual(0.2, 0.95)
            .choice("of", &FactorizeSettings::of, NS_TEXT("compress", "Share of"),
                    NS_TEXT("compress",
                            "What the share is counted in: the energy, which is the sum of the squared singular values, or the "
                            "rank itself"),
                    {{"energy", NS_TEXT("compress", "Energy")}, {"rank", NS_TEXT("compress", "Rank")}})
            .integer("epochs", &FactorizeSettings::epochs, epochsTitle, epochsDoc)
            .range(0.0, mostEpochs)
            .unit(epochsUnit);
    return settings;
}

const ParameterBuilder<SparsifySettings>& sparsifySettings()
{
    static const ParameterBuilder<SparsifySettings> settings =
        ParameterBuilder<SparsifySettings>()
            .choice("pattern", &SparsifySettings::pattern, NS_TEXT("compress", "Pattern"),
                    NS_TEXT("compress",
                            "Any weights, or the smaller two of each four inputs' weights (2:4), which some GPUs multiply faster; "
                            "here only the file gets smaller"),
                    {{"any", NS_TEXT("compress", "Any weights")}, {"2:4", NS_TEXT("compress", "2:4")}})
            .real("share", &SparsifySettings::share, NS_TEXT("compress", "Zeros"),
                  NS_TEXT("compress", "The share of the weights that are zero in the end: 0.9 keeps one in ten"))
            .range(leastShare, mostShare)
            .usual(0.5, 0.9)
            .onlyWith("pattern", {"any"})
            .choice("when", &SparsifySettings::when, NS_TEXT("compress", "Reached"),
                    NS_TEXT("compress",
                            "Before the training that follows, or gradually within it: a little every hundred steps, more at "
                            "first, until three quarters of the training"),
                    {{"before", NS_TEXT("compress", "Before training")}, {"gradual", NS_TEXT("compress", "While training")}})
            .onlyWith("pattern", {"any"})
            .integer("steps", &SparsifySettings::steps, NS_TEXT("compress", "Reached in"),
                     NS_TEXT("compress",
                             "The share is reached in this many steps, large at first, with a training after each: the "
                             "network loses less than at once"))
            .range(1.0, 100.0)
            .usual(1.0, 5.0)
            .unit(NS_TEXT("unit", "steps"))
            .onlyWith("when", {"before"})
            .choice("criterion", &SparsifySettings::criterion, NS_TEXT("compress", "Zero first"),
                    NS_TEXT("compress",
                            "Which weights become zero: the smallest; those that the training moves most towards zero, which is "
                            "only known while it goes on; or random ones, the control that the others are compared with"),
                    {{"magnitude", NS_TEXT("compress", "The smallest")},
                     {"movement", NS_TEXT("compress", "By movement")},
                     {"random", NS_TEXT("compress", "Random ones")}})
            .onlyWith("pattern", {"any"})
            .choice("scope", &SparsifySettings::scope, scopeTitle,
                    NS_TEXT("compress",
                            "Where weights compete for staying: in the whole network a layer that matters less loses "
                            "more; within each layer all lose the same share"),
                    scopes())
            .onlyWith("pattern", {"any"})
            .integer("epochs", &SparsifySettings::epochs, epochsTitle, epochsDoc)
            .range(0.0, mostEpochs)
            .unit(epochsUnit);
    return settings;
}

/// No training: it would pull shared weights apart.
const ParameterBuilder<ClusterSettings>& clusterSettings()
{
    static const ParameterBuilder<ClusterSettings> settings =
        ParameterBuilder<ClusterSettings>()
            .integer("clusters", &ClusterSettings::clusters, NS_TEXT("compress", "Different values"),
                     NS_TEXT("compress",
                             "How many different values other than 0 the weights of each kernel and embedding may have; "
                             "16 fit into four bits each"))
            .range(static_cast<double>(compress::fewestClusters), static_cast<double>(compress::mostClusters))
            .usual(8.0, 64.0);
    return settings;
}

const ParameterBuilder<QuantizeSettings>& quantizeSettings()
{
    static const ParameterBuilder<QuantizeSettings> settings =
        ParameterBuilder<QuantizeSettings>()
            .choice(
                "mode", &QuantizeSettings::mode, NS_TEXT("compress", "Mode"),
                NS_TEXT("compress",
                        "Static: kernels and inputs, whose ranges training samples give; predictions compute with "
                        "integers and get faster. Dynamic: for dense and recurrent layers, without samples, by the ranges of each "
                        "prediction. Weights only: the file gets smaller, and nothing gets faster."),
                {{"static", NS_TEXT("compress", "Static")},
                 {"dynamic", NS_TEXT("compress", "Dynamic")},
                 {"weights", NS_TEXT("compress", "Weights only")}})
            .choice("format", &QuantizeSettings::format, NS_TEXT("compress", "Format"),
                    NS_TEXT("compress",
                            "What weights become: integers of 8 bits with a step for each channel, of 4 bits with a step for "
                            "each 32 weights, or floats of 16 or 8 bits. All but int8 is lost in a training."),
                    {{"int8", NS_TEXT("compress", "int8")},
                     {"int4", NS_TEXT("compress", "int4")},
                     {"float16", NS_TEXT("compress", "float16")},
                     {"bfloat16", NS_TEXT("compress", "bfloat16")},
                     {"float8_e4m3", NS_TEXT("compress", "float8 E4M3")},
                     {"float8_e5m2", NS_TEXT("compress", "float8 E5M2")}})
            .onlyWith("mode", {"weights"})
            .choice("calibration", &QuantizeSettings::calibration, NS_TEXT("compress", "Ranges by"),
                    NS_TEXT("compress",
                            "How the range of a layer's input is chosen from the samples: its whole extent; without one in ten "
                            "thousand numbers at its ends; by the least KL divergence; by the least squared error"),
                    {{"min-max", NS_TEXT("compress", "Whole extent")},
                     {"percentile", NS_TEXT("compress", "Percentile")},
                     {"entropy", NS_TEXT("compress", "KL divergence")},
                     {"mse", NS_TEXT("compress", "Squared error")}})
            .onlyWith("mode", {"static"})
            .choice("floats", &QuantizeSettings::floats, NS_TEXT("compress", "In floats"),
                    NS_TEXT("compress",
                            "Which layers stay as they are: none that can be rounded, or as many as it takes to lose no more "
                            "percentage points than may be lost; each is tried alone on validation samples"),
                    {{"none", NS_TEXT("compress", "None")}, {"points", NS_TEXT("compress", "As needed")}})
            .real("points", &QuantizeSettings::points, NS_TEXT("compress", "May lose"),
                  NS_TEXT("compress", "Percentage points that the judged value, such as the accuracy, may lose on those samples"))
            .range(0.0, 100.0)
            .usual(0.1, 1.0)
            .unit(NS_TEXT("unit", "points"))
            .onlyWith("floats", {"points"})
            .names(floatLayersName, &QuantizeSettings::layers, NS_TEXT("compress", "Kept in floats"),
                   NS_TEXT("compress", "Layers that stay as they are in any case, separated by commas; within a block BLOCK/LAYER"))
            .integer("epochs", &QuantizeSettings::epochs, epochsTitle, epochsDoc)
            .range(0.0, mostEpochs)
            .unit(epochsUnit);
    return settings;
}

/// The values that differ from their defaults.
template <class P>
ParameterMap changedIn(const ParameterBuilder<P>& declared, const P& settings)
{
    ParameterMap changed;
    const std::vector<ParameterValue> values = declared.values(settings);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] != declared.specs()[i].defaultValue)
            changed[declared.specs()[i].name] = values[i];
    return changed;
}

ParameterMap valuesOf(const compress::PruningOptions& options, const compress::Stage& stage)
{
    return changedIn(pruneSettings(),
                     {.share = options.goal.share,
                      .of = options.goal.ofFlops ? "flops" : "channels",
                      .criterion = std::string(idOf(options.criterion)),
                      .scope = std::string(idOf(options.scope)),
                      .epochs = stage.epochs});
}

ParameterMap valuesOf(const compress::PlanningOptions& options, const compress::Stage& stage)
{
    return changedIn(pruneSettings(),
                     {.share = options.goal.flops,
                      .criterion = std::string(idOf(options.sensitivity.pruning.criterion)),
                      .scope = "plan",
                      .epochs = stage.epochs});
}

ParameterMap valuesOf(const compress::FactorizationOptions& options, const compress::Stage& stage)
{
    return changedIn(factorizeSettings(),
                     {.share = options.rank.share, .of = options.rank.ofEnergy ? "energy" : "rank", .epochs = stage.epochs});
}

ParameterMap valuesOf(const compress::SparsityOptions& options, const compress::Stage& stage)
{
    return changedIn(sparsifySettings(),
                     {.pattern = options.isTwoOfFour ? "2:4" : "any",
                      .share = options.share,
                      .when = options.isGradual ? "gradual" : "before",
                      .steps = stage.steps,
                      .criterion = std::string(idOf(options.criterion)),
                      .scope = std::string(idOf(options.scope)),
                      .epochs = stage.epochs});
}

ParameterMap valuesOf(const compress::ClusteringOptions& options, const compress::Stage&)
{
    return changedIn(clusterSettings(), {.clusters = options.clusters});
}

ParameterMap valuesOf(const compress::QuantizationOptions& options, const compress::Stage& stage)
{
    return changedIn(quantizeSettings(),
                     {.mode = std::string(idOf(options.mode)),
                      .format = std::string(idOf(options.format)),
                      .calibration = std::string(idOf(options.calibration.calibration)),
                      .floats = options.points ? "points" : "none",
                      .points = options.points.value_or(QuantizeSettings().points),
                      .layers = options.floatLayers,
                      .epochs = stage.epochs});
}

ParameterMap valuesOf(const compress::DistillationOptions& options, const compress::Stage& stage)
{
    DistillSettings set{.temperature = options.temperature, .labels = options.labelShare, .epochs = stage.epochs};
    if (!options.student.empty())
        set.student = {options.student.string()};
    return changedIn(distillSettings(), set);
}

ParameterMap valuesOf(const compress::GraduationOptions&, const compress::Stage&)
{
    return {};
}

} // namespace

compress::Stage StageDraft::stage() const
{
    if (kind == graduationKind)
        return {.change = compress::GraduationOptions{}};
    if (kind == "distill") {
        const DistillSettings set = distillSettings().bind(values);
        return {.change = compress::DistillationOptions{.student = set.student.empty() ? "" : set.student.front(),
                                                        .temperature = set.temperature,
                                                        .labelShare = set.labels},
                .epochs = set.epochs};
    }
    if (kind == "prune") {
        const PruneSettings set = pruneSettings().bind(values);
        if (set.scope == "plan") {
            compress::PlanningOptions plan{.goal = {.flops = set.share}};
            plan.sensitivity.pruning.criterion = compress::criterionNamed(set.criterion);
            return {.change = plan, .epochs = set.epochs};
        }
        compress::PruningOptions options;
        options.goal = {set.share, set.of == "flops"};
        options.criterion = compress::criterionNamed(set.criterion);
        options.scope = compress::scopeNamed(set.scope);
        return {.change = options, .epochs = set.epochs};
    }
    if (kind == "factorize") {
        const FactorizeSettings set = factorizeSettings().bind(values);
        compress::FactorizationOptions options;
        options.rank = {set.share, set.of == "energy"};
        return {.change = options, .epochs = set.epochs};
    }
    if (kind == "sparsify") {
        const SparsifySettings set = sparsifySettings().bind(values);
        compress::SparsityOptions options;
        options.share = set.share;
        options.isTwoOfFour = set.pattern == "2:4";
        if (options.isTwoOfFour)
            return {.change = options, .epochs = set.epochs};
        options.isGradual = set.when == "gradual";
        options.criterion = train::weightCriterionNamed(set.criterion);
        options.scope = compress::scopeNamed(set.scope);
        return {.change = options, .steps = options.isGradual ? 1 : set.steps, .epochs = set.epochs};
    }
    if (kind == "cluster")
        return {.change = compress::ClusteringOptions{.clusters = clusterSettings().bind(values).clusters}};
    const QuantizeSettings set = quantizeSettings().bind(values);
    compress::QuantizationOptions options;
    options.mode = compress::quantizationNamed(set.mode);
    if (options.mode == compress::QuantizationMode::weights) // else what was chosen before does not count
        options.format = compress::weightFormatNamed(set.format);
    options.calibration.calibration = compress::calibrationNamed(set.calibration);
    options.floatLayers = set.layers;
    if (set.floats == "points")
        options.points = set.points;
    return {.change = options, .epochs = set.epochs};
}

QString stageTitle(const std::string& kind)
{
    if (kind == "distill")
        return StageWords::tr("Distill a student");
    if (kind == graduationKind)
        return StageWords::tr("Take the student alone");
    if (kind == "prune")
        return StageWords::tr("Remove channels");
    if (kind == "factorize")
        return StageWords::tr("Split layers");
    if (kind == "sparsify")
        return StageWords::tr("Set weights to zero");
    return kind == "cluster" ? StageWords::tr("Share weights") : StageWords::tr("Round numbers");
}

QString stageDoc(const std::string& kind)
{
    if (kind == "distill")
        return StageWords::tr(
            "Trains another, smaller network to answer as this one does (knowledge distillation): it learns more than from the "
            "labels alone.");
    if (kind == graduationKind)
        return StageWords::tr("Takes the student from beside its teacher: the end of a distillation that was stopped.");
    if (kind == "prune")
        return StageWords::tr(
            "Removes whole filters and units with everything that belongs to them: the network gets smaller and faster "
            "everywhere.");
    if (kind == "factorize")
        return StageWords::tr(
            "Makes two layers of a lower rank out of one, by singular values, where that saves multiplications: fewer parameters "
            "and FLOPs.");
    if (kind == "sparsify")
        return StageWords::tr("Sets single weights to zero: the file gets smaller, and nothing gets faster.");
    if (kind == "cluster")
        return StageWords::tr(
            "Gives the weights of each kernel a few different values: the file gets smaller. It comes last, since a "
            "training would pull them apart.");
    return StageWords::tr(
        "Rounds to integers of 8 bits: a file a quarter as large, and predictions that compute with integers. Or only the weights, "
        "to one of several formats.");
}

const std::vector<ParameterSpec>& stageSettings(const std::string& kind)
{
    static const std::vector<ParameterSpec> none;
    if (kind == graduationKind)
        return none;
    if (kind == "distill")
        return distillSettings().specs();
    if (kind == "prune")
        return pruneSettings().specs();
    if (kind == "factorize")
        return factorizeSettings().specs();
    if (kind == "sparsify")
        return sparsifySettings().specs();
    return kind == "cluster" ? clusterSettings().specs() : quantizeSettings().specs();
}

std::vector<std::string> floatLayersOf(const StageDraft& draft)
{
    const auto found = draft.values.find(floatLayersName); // whether or not the other values are allowed
    return found == draft.values.end() ? std::vector<std::string>() : std::get<std::vector<std::string>>(found->second);
}

void setFloat(StageDraft& draft, const std::string& layer, bool isFloat)
{
    std::vector<std::string> layers = floatLayersOf(draft);
    std::erase(layers, layer);
    if (isFloat)
        layers.push_back(layer);
    if (layers.empty())
        draft.values.erase(floatLayersName);
    else
        draft.values[floatLayersName] = std::move(layers);
}

std::vector<StageDraft> usualStages()
{
    return {{"prune"}, {"quantize"}};
}

StageDraft draftOf(const compress::Stage& stage)
{
    const bool isEnd = std::holds_alternative<compress::GraduationOptions>(stage.change);
    return {isEnd ? std::string(graduationKind) : std::string(compress::idOf(stage.change)),
            std::visit([&](const auto& options) { return valuesOf(options, stage); }, stage.change)};
}

std::vector<compress::Stage> stagesOf(const std::vector<StageDraft>& drafts)
{
    std::vector<compress::Stage> stages;
    for (const StageDraft& draft : drafts)
        stages.push_back(draft.stage());
    return stages;
}

} // namespace netsmith::gui
