#include "gui/compress/stage_draft.h"

#include "gui/compress/stage_settings.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

struct StageWords {
    Q_DECLARE_TR_FUNCTIONS(StageWords)
};

/// The end of a distillation that was stopped.
constexpr const char* graduationKind = "graduate";

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
                      .ranges = options.learnsRanges ? "learned" : "observed",
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
    options.learnsRanges = options.mode == compress::QuantizationMode::staticRanges && set.ranges == "learned";
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
