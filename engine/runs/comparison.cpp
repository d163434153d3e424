#include "engine/runs/comparison.h"

#include "engine/backend/loader.h"
#include "engine/losses/measured_quantity.h"
#include "engine/train/catalog.h"
#include "engine/train/setup.h"
#include "engine/train/trainer.h"

#include <algorithm>
#include <cmath>

namespace netsmith::runs {
namespace {

Message precisionName(const std::string& precision)
{
    if (precision == "fp32")
        return Message(NS_MESSAGE("compare.fp32", "FP32"));
    if (precision == "tf32")
        return Message(NS_MESSAGE("compare.tf32", "TF32"));
    if (precision == "bf16")
        return Message(NS_MESSAGE("compare.bf16", "BF16"));
    if (precision == "fp16")
        return Message(NS_MESSAGE("compare.fp16", "FP16"));
    if (precision == "bf16-emulated")
        return Message(NS_MESSAGE("compare.bf16_emulated", "emulated BF16"));
    if (precision == "fp16-emulated")
        return Message(NS_MESSAGE("compare.fp16_emulated", "emulated FP16"));
    return Message(NS_MESSAGE("compare.value", "{0}"), precision);
}

/// Words that a person may read in another language; the run is called what they are in English.
Message variantName(const Variant& variant, const ComparedSettings& settings)
{
    const TrainingSettings& training = variant.project.training;
    std::optional<Message> name;
    const auto add = [&](std::size_t choices, const Message& word) {
        if (choices > 1)
            name = name ? Message(NS_MESSAGE("compare.both", "{0}, {1}"), *name, word) : word;
    };
    add(settings.precisions.size(), precisionName(training.precision));
    add(settings.batches.size(), Message(NS_MESSAGE("compare.batch", "batch {0}"), training.batch));
    add(settings.devices.size(), Message(NS_MESSAGE("compare.value", "{0}"), training.device));
    add(settings.fusion.size(),
        variant.fuse ? Message(NS_MESSAGE("compare.fused", "fused")) : Message(NS_MESSAGE("compare.not_fused", "not fused")));
    if (const auto rate = training.optimizer.parameters.find("learning_rate"); rate != training.optimizer.parameters.end())
        add(settings.learningRates.size(), Message(NS_MESSAGE("compare.rate", "lr {0}"), textOf(rate->second)));
    add(settings.seeds.size(), Message(NS_MESSAGE("compare.seed", "seed {0}"), training.seed));
    return name.value_or(Message());
}

/// What is to be known about how fast the precision is here.
std::optional<Message> noteOn(const TrainingSettings& training)
{
    const Precision precision = train::precisionFrom(training.precision);
    if (isEmulated(precision))
        return Message(NS_MESSAGE("compare.emulated", "it is emulated: computed in FP32, then rounded"));
    const DeviceInfo device = train::deviceNamed(*backendFor(training.device).take(), training.device);
    const auto support = std::ranges::find(device.precisions, precision, &PrecisionSupport::precision);
    return precision == Precision::fp32 || support == device.precisions.end() ? std::nullopt : support->note;
}

void nameRun(const std::filesystem::path& run, const std::string& name)
{
    RunLabel label = readLabel(run).take();
    label.name = name;
    writeLabel(run, label).take();
}

/// Rounded to so many digits behind the point.
double rounded(double value, int digits)
{
    const double factor = std::pow(10.0, digits);
    return std::round(value * factor) / factor;
}

Message memoryWords(const VariantResult& base, const VariantResult& other)
{
    const double share = static_cast<double>(other.memory.total()) / static_cast<double>(base.memory.total());
    const double percent = rounded(std::abs(1.0 - share) * 100.0, 0);
    if (percent == 0.0)
        return Message(NS_MESSAGE("compare.same_memory", "takes as much memory"));
    return share < 1.0 ? Message(NS_MESSAGE("compare.less_memory", "uses {0} % less memory"), percent)
                       : Message(NS_MESSAGE("compare.more_memory", "uses {0} % more memory"), percent);
}

/// What runs are judged by, see `RunSummary::best`, as people call it.
Message metricName(const std::string& name)
{
    if (name == "val_accuracy")
        return Message(NS_MESSAGE("compare.val_accuracy", "validation accuracy"));
    if (name == "accuracy")
        return Message(NS_MESSAGE("compare.accuracy", "accuracy"));
    if (name == "val_loss")
        return Message(NS_MESSAGE("compare.val_loss", "validation loss"));
    if (name == "loss")
        return Message(NS_MESSAGE("compare.loss", "loss"));
    return Message(NS_MESSAGE("compare.value", "{0}"), name);
}

Message metricWords(const VariantResult& base, const VariantResult& other)
{
    if (!base.metric || !other.metric || base.metric->first != other.metric->first)
        return Message(NS_MESSAGE("compare.no_metric", "how good it becomes was not measured"));
    const Message name = metricName(other.metric->first);
    const double change = other.metric->second - base.metric->second;
    const bool share = measuredQuantity(other.metric->first).format == MetricFormat::percent;
    const double apart = share ? rounded(std::abs(change) * 100.0, 2) : rounded(std::abs(change), 4);
    if (apart == 0.0)
        return Message(NS_MESSAGE("compare.same_metric", "its {0} is the same"), name);
    if (share)
        return change > 0.0 ? Message(NS_MESSAGE("compare.higher_points", "its {0} is {1} points higher"), name, apart)
                            : Message(NS_MESSAGE("compare.lower_points", "its {0} is {1} points lower"), name, apart);
    return change > 0.0 ? Message(NS_MESSAGE("compare.higher", "its {0} is {1} higher"), name, apart)
                        : Message(NS_MESSAGE("compare.lower", "its {0} is {1} lower"), name, apart);
}

/// Why there is nothing to be said of what it gains; nothing where there is something.
std::optional<Message> whyUnjudged(const VariantResult& result)
{
    if (result.error)
        return Message(NS_MESSAGE("compare.failed", "{0} failed: {1}"), result.name, *result.error);
    if (result.stopped)
        return Message(NS_MESSAGE("compare.stopped", "{0} was stopped before its end"), result.name);
    return std::nullopt;
}

} // namespace

std::vector<Variant> variantsOf(const Project& project, const ComparedSettings& settings, bool fuse)
{
    std::vector<Variant> variants{{{}, project, fuse}};
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
    vary(settings.devices, [](Variant& one, const std::string& device) { one.project.training.device = device; });
    vary(settings.fusion, [](Variant& one, bool fused) { one.fuse = fused; });
    vary(settings.batches, [](Variant& one, std::int64_t batch) { one.project.training.batch = batch; });
    vary(settings.precisions, [](Variant& one, const std::string& precision) { one.project.training.precision = precision; });
    vary(settings.learningRates,
         [](Variant& one, double rate) { one.project.training.optimizer.parameters["learning_rate"] = rate; });
    vary(settings.seeds, [](Variant& one, std::int64_t seed) { one.project.training.seed = seed; });
    for (Variant& variant : variants)
        variant.name = variantName(variant, settings);
    if (variants.size() < 2)
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("compare.one",
                               "one training has nothing to be compared with; name several precisions, batches, "
                               "devices, learning rates or seeds, with commas between"));
    return variants;
}

std::vector<VariantResult> trainVariants(const std::vector<Variant>& variants, const CompareOptions& options)
{
    std::vector<VariantResult> results;
    for (const Variant& variant : variants) {
        if (options.stop.stop_requested())
            break;
        VariantResult result{.name = variant.name};
        try {
            train::TrainOptions told = options.options(variant);
            told.fuse = variant.fuse;
            told.stop = options.stop;
            told.events.start = [&, start = told.events.start](const train::StartEvent& event) {
                result.run = event.run;
                result.memory = event.memory;
                nameRun(event.run, variant.name.text());
                if (start)
                    start(event);
            };
            result.note = noteOn(variant.project.training);
            result.stopped = train::trainProject(variant.project, std::move(told)).state == train::RunState::stopped;
        } catch (const Error& error) {
            if (error.message().id() == "data.cancelled")
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
            if (summary.samplesPerSecond)
                result.stepSeconds =
                    static_cast<double>(summary.batch * variant.project.training.accumulate) / *summary.samplesPerSecond;
        }
        results.push_back(result);
        if (options.done)
            options.done(result);
    }
    return results;
}

Message conclusionOf(const VariantResult& base, const VariantResult& other)
{
    for (const VariantResult* result : {&base, &other})
        if (const std::optional<Message> why = whyUnjudged(*result))
            return *why;
    if (!base.samplesPerSecond || !other.samplesPerSecond)
        return Message(NS_MESSAGE("compare.untimed", "{0} was not trained long enough to be compared with {1}"), other.name,
                       base.name);
    constexpr double noise = 1.03; // what two runs of the same may be apart
    constexpr double leastSeconds = 1.0; // in less, whatever else the machine does decides
    const Message memory = memoryWords(base, other), metric = metricWords(base, other);
    const double faster = *other.samplesPerSecond / *base.samplesPerSecond;
    const bool isShort = std::min(base.seconds, other.seconds) < leastSeconds;
    const Message words = isShort
        ? Message(
            NS_MESSAGE("compare.too_short", "the trainings were too short to compare the speeds of {0} and {1}; {0} {2}, and {3}"),
            other.name, base.name, memory, metric)
        : faster > noise ? Message(NS_MESSAGE("compare.faster", "{0} is {1}× as fast as {2}, {3}, and {4}"), other.name,
                                   rounded(faster, 2), base.name, memory, metric)
        : faster > 1.0 / noise
        ? Message(NS_MESSAGE("compare.as_fast", "{0} is as fast as {1}, {2}, and {3}"), other.name, base.name, memory, metric)
        : Message(NS_MESSAGE("compare.slower", "{0} takes {1}× as long as {2}, {3}, and {4}"), other.name, rounded(1.0 / faster, 2),
                  base.name, memory, metric);
    return other.note ? Message(NS_MESSAGE("compare.because", "{0} ({1})"), words, *other.note) : words;
}

std::vector<Message> conclusionsOf(std::span<const VariantResult> results)
{
    std::vector<Message> words;
    const VariantResult* base = nullptr;
    for (const VariantResult& result : results)
        if (const std::optional<Message> why = whyUnjudged(result))
            words.push_back(*why);
        else if (base)
            words.push_back(conclusionOf(*base, result));
        else
            base = &result;
    return words;
}

} // namespace netsmith::runs
