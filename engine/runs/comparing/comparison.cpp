#include "engine/runs/comparing/comparison.h"

#include "engine/backend/loader.h"
#include "engine/catalog/catalog.h"
#include "engine/graph/project/project_file.h"
#include "engine/train/precision_name.h"
#include "engine/train/setup.h"
#include "engine/train/trainer/trainer.h"

#include <algorithm>

namespace netsmith::runs {
namespace {

/// Unfreezes all layers, also those in blocks; returns whether any was frozen. Phases that follow each other are replaced by one
/// that trains all weights.
bool unfreeze(Project& project)
{
    bool found = false;
    const auto unfreezeIn = [&found](std::vector<Node>& nodes) {
        for (Node& node : nodes)
            found |=
                std::erase_if(node.parameters,
                              [](const auto& parameter) {
                                  const auto& [name, value] = parameter;
                                  return (name == "trainable" || name.ends_with(".trainable")) && value == ParameterValue(false);
                              })
                > 0;
    };
    unfreezeIn(project.graph.nodes);
    for (Block& block : project.graph.blocks)
        unfreezeIn(block.nodes);
    std::vector<TrainingPhase>& phases = project.training.phases;
    if (!phases.empty() && std::ranges::all_of(phases, [](const TrainingPhase& phase) { return phase.steps == 0; })) {
        phases.clear();
        found = true;
    }
    return found;
}

void setStart(Variant& variant, Start start)
{
    if (const auto obstacle = obstacleTo(start, variant.project))
        throw Error(ErrorKind::usage, *obstacle);
    variant.start = start;
    if (start != Start::pretrained)
        unfreeze(variant.project);
    if (start == Start::scratch)
        setInitialWeights(variant.project, std::nullopt);
}

/// A translatable description; the run's name is its English text. Without the seed it is the name of the setting.
Message variantName(const Variant& variant, const ComparedSettings& settings, bool seeds)
{
    const TrainingSettings& training = variant.project.training;
    std::optional<Message> name;
    const auto add = [&](std::size_t choices, const Message& word) {
        if (choices > 1)
            name = name ? Message(NS_MESSAGE("compare.both", "{0}, {1}"), *name, word) : word;
    };
    add(settings.starts.size(), wordsOf(variant.start));
    add(settings.precisions.size(), train::precisionName(precisionFrom(training.precision)));
    add(settings.batches.size(), Message(NS_MESSAGE("compare.batch", "batch {0}"), training.batch));
    add(settings.devices.size(), Message(NS_MESSAGE("compare.value", "{0}"), training.device));
    add(settings.fusion.size(),
        variant.fuse ? Message(NS_MESSAGE("compare.fused", "fused")) : Message(NS_MESSAGE("compare.not_fused", "not fused")));
    if (const auto rate = training.optimizer.parameters.find("learning_rate"); rate != training.optimizer.parameters.end())
        add(settings.learningRates.size(), Message(NS_MESSAGE("compare.rate", "lr {0}"), textOf(rate->second)));
    add(seeds ? settings.seeds.size() : 0, Message(NS_MESSAGE("compare.seed", "seed {0}"), training.seed));
    return name.value_or(Message());
}

/// A note on the speed of the precision here.
std::optional<Message> noteOn(const TrainingSettings& training)
{
    const Precision precision = precisionFrom(training.precision);
    if (isEmulated(precision))
        return Message(NS_MESSAGE("compare.emulated", "it is emulated: computed in FP32, then rounded"));
    const DeviceInfo device = train::deviceNamed(*backendFor(training.device).take(), training.device);
    const auto support = std::ranges::find(device.precisions, precision, &PrecisionSupport::precision);
    return precision == Precision::fp32 || support == device.precisions.end() ? std::nullopt : support->note;
}

template <class T>
void keepEachOnce(std::vector<T>& values)
{
    for (auto value = values.begin(); value != values.end();)
        value = std::find(values.begin(), value, *value) != value ? values.erase(value) : value + 1;
}

/// The same training twice would look like two seeds with little spread.
ComparedSettings eachOnce(ComparedSettings settings)
{
    keepEachOnce(settings.precisions);
    keepEachOnce(settings.batches);
    keepEachOnce(settings.devices);
    keepEachOnce(settings.fusion);
    keepEachOnce(settings.learningRates);
    keepEachOnce(settings.seeds);
    keepEachOnce(settings.starts);
    return settings;
}

std::vector<Variant> combinationsOf(const Project& project, const ComparedSettings& given, bool fuse)
{
    const ComparedSettings settings = eachOnce(given);
    if (countOf(settings) > mostTrainings)
        throw Error(ErrorKind::usage, NS_MESSAGE("compare.many", "{0} trainings are too many to compare; choose at most {1}"),
                    countOf(settings), mostTrainings);
    std::vector<Variant> variants{{.name = {}, .project = project, .fuse = fuse}};
    // The first varies slowest.
    const auto vary = [&](const auto& values, const auto& set) {
        if (values.empty())
            return;
        std::vector<Variant> all;
        for (const Variant& variant : variants)
            for (const auto& value : values)
                set(all.emplace_back(variant), value);
        variants = std::move(all);
    };
    vary(settings.starts, setStart);
    vary(settings.devices, [](Variant& one, const std::string& device) { one.project.training.device = device; });
    vary(settings.fusion, [](Variant& one, bool fused) { one.fuse = fused; });
    vary(settings.batches, [](Variant& one, std::int64_t batch) { one.project.training.batch = batch; });
    vary(settings.precisions, [](Variant& one, const std::string& precision) { one.project.training.precision = precision; });
    vary(settings.learningRates,
         [](Variant& one, double rate) { one.project.training.optimizer.parameters["learning_rate"] = rate; });
    vary(settings.seeds, [](Variant& one, std::int64_t seed) { one.project.training.seed = seed; });
    for (Variant& variant : variants) {
        variant.name = variantName(variant, settings, true);
        variant.setting = variantName(variant, settings, false);
    }
    return variants;
}

} // namespace

std::string_view idOf(Start start)
{
    switch (start) {
    case Start::pretrained: return "pretrained";
    case Start::fineTuned: return "fine-tuned";
    case Start::scratch: break;
    }
    return "scratch";
}

Message wordsOf(Start start)
{
    switch (start) {
    case Start::pretrained: return Message(NS_MESSAGE("compare.pretrained", "pretrained"));
    case Start::fineTuned: return Message(NS_MESSAGE("compare.fine_tuned", "fine-tuned"));
    case Start::scratch: break;
    }
    return Message(NS_MESSAGE("compare.scratch", "from scratch"));
}

Start startNamed(std::string_view id)
{
    const auto found = std::ranges::find(starts, id, [](Start start) { return idOf(start); });
    if (found == std::end(starts))
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("compare.start", "there is no start \"{0}\"; choose pretrained, fine-tuned or scratch"), id);
    return *found;
}

std::optional<Message> obstacleTo(Start start, const Project& project)
{
    if (!initialWeightsOf(project))
        return Message(NS_MESSAGE("compare.no_weights",
                                  "the project starts from random weights already; choose its initial weights before you compare "
                                  "them with a training from scratch"));
    Project unfrozen = project;
    if (start == Start::fineTuned && !unfreeze(unfrozen))
        return Message(NS_MESSAGE("compare.not_frozen",
                                  "nothing in the project is frozen, so fine-tuned is the same as pretrained; leave it out"));
    return std::nullopt;
}

std::size_t countOf(const ComparedSettings& given)
{
    const ComparedSettings settings = eachOnce(given);
    std::size_t count = 1;
    for (const std::size_t values :
         {settings.precisions.size(), settings.batches.size(), settings.devices.size(), settings.fusion.size(),
          settings.learningRates.size(), settings.seeds.size(), settings.starts.size()})
        count *= std::max<std::size_t>(values, 1);
    return count;
}

std::vector<Variant> variantsOf(const Project& project, const ComparedSettings& settings, bool fuse)
{
    if (countOf(settings) < 2)
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("compare.one",
                               "one training has nothing to be compared with; name several precisions, batches, devices, learning "
                               "rates, seeds or starts, separated by commas"));
    return combinationsOf(project, settings, fuse);
}

std::vector<Variant> waysOf(const Project& project, ComparedSettings settings, bool fuse)
{
    settings.learningRates.clear();
    settings.seeds.clear();
    return combinationsOf(project, settings, fuse);
}

std::vector<VariantResult> trainVariants(const std::vector<Variant>& variants, const CompareOptions& options)
{
    std::vector<VariantResult> results;
    for (const Variant& variant : variants) {
        if (options.stop.stop_requested())
            break;
        VariantResult result{.name = variant.name, .setting = variant.setting, .batch = variant.project.training.batch};
        try {
            if (options.othersShare)
                (void)options.othersShare(); // from now on
            train::TrainOptions told = options.options(variant);
            told.fuse = variant.fuse;
            told.stop = options.stop;
            told.events.start = [&, start = told.events.start](const train::StartEvent& event) {
                result.run = event.run;
                result.memory = event.memory;
                if (start)
                    start(event);
            };
            result.note = noteOn(variant.project.training);
            const train::DoneEvent done = train::trainProject(variant.project, std::move(told));
            result.stopped = done.state == RunState::stopped;
            result.persistence = done.persistence;
            if (options.othersShare)
                result.others = options.othersShare();
        } catch (const Error& error) {
            if (error.cause() == MessageFacts::Cause::cancelled)
                break;
            result.error = error.message();
        }
        if (!result.run.empty()) {
            const RunSummary summary = summarize(result.run);
            result.seconds = summary.seconds;
            result.joules = summary.joules;
            if (const auto* best = summary.best())
                result.metric = *best;
            result.samplesPerSecond = summary.samplesPerSecond;
            result.peakShare = summary.peakShare;
            if (summary.samplesPerSecond)
                result.stepSeconds = static_cast<double>(summary.batch * variant.project.training.gradientAccumulationSteps)
                    / *summary.samplesPerSecond;
        }
        results.push_back(result);
        if (options.done)
            options.done(result);
    }
    return results;
}

} // namespace netsmith::runs
