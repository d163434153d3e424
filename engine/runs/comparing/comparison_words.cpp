#include "engine/runs/comparing/comparison_words.h"

#include "engine/losses/measured_quantity.h"
#include "engine/train/evaluation.h"

#include <algorithm>
#include <cmath>

namespace netsmith::runs {
namespace {

constexpr double noise = 1.03; ///< the difference in speed of two identical runs
constexpr double leastSeconds = 1.0; ///< in less time, other load on the machine decides
constexpr double muchMemory = 0.05; ///< a fraction worth explaining

/// Rounded to a number of digits after the decimal point.
double rounded(double value, int digits)
{
    const double factor = std::pow(10.0, digits);
    return std::round(value * factor) / factor;
}

/// Rounded to a number of significant digits.
double significant(double value, int digits)
{
    return value == 0.0 || !std::isfinite(value)
        ? value
        : rounded(value, digits - 1 - static_cast<int>(std::floor(std::log10(std::abs(value)))));
}

bool isPercent(const std::string& metric)
{
    return measuredQuantity(metric).format == MetricFormat::percent;
}

/// The monitored quantity of runs, see `RunSummary::best`, for display.
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
    const MeasuredQuantity quantity = measuredQuantity(name);
    if (quantity.metric && quantity.output.empty() && quantity.number == 0) {
        const Message title(MessageTemplate{quantity.metric->id, quantity.metric->title}); // which is translated by the metric's id
        return quantity.ofValidation ? Message(NS_MESSAGE("compare.validation", "validation {0}"), title) : title;
    }
    return Message(NS_MESSAGE("compare.value", "{0}"), name);
}

/// "98.9 ± 0.1 %".
Message valueWords(const SettingResult& setting)
{
    const bool percent = isPercent(setting.judgedBy);
    const auto shown = [percent](double value, int digits) {
        return percent ? rounded(value * 100.0, 2) : significant(value, digits);
    };
    const double mean = shown(setting.metric.mean, 4);
    if (!setting.metric.deviation)
        return percent ? Message(NS_MESSAGE("compare.percent", "{0} %"), mean) : Message(NS_MESSAGE("compare.value", "{0}"), mean);
    const double deviation = shown(*setting.metric.deviation, 2);
    return percent ? Message(NS_MESSAGE("compare.percent_spread", "{0} ± {1} %"), mean, deviation)
                   : Message(NS_MESSAGE("compare.spread", "{0} ± {1}"), mean, deviation);
}

std::int64_t memoryOf(const SettingResult& setting)
{
    return setting.trained.front()->memory.total();
}

double memoryShare(const SettingResult& base, const SettingResult& other)
{
    return static_cast<double>(memoryOf(other)) / static_cast<double>(std::max<std::int64_t>(memoryOf(base), 1));
}

Message memoryWords(const SettingResult& base, const SettingResult& other)
{
    const double share = memoryShare(base, other);
    const double percent = rounded(std::abs(1.0 - share) * 100.0, 0);
    if (percent == 0.0)
        return Message(NS_MESSAGE("compare.same_memory", "takes as much memory"));
    return share < 1.0 ? Message(NS_MESSAGE("compare.less_memory", "uses {0} % less memory"), percent)
                       : Message(NS_MESSAGE("compare.more_memory", "uses {0} % more memory"), percent);
}

Message metricWords(const SettingResult& base, const SettingResult& other)
{
    if (base.judgedBy.empty() || base.judgedBy != other.judgedBy)
        return Message(NS_MESSAGE("compare.no_metric", "its quality was not measured"));
    const Message name = metricName(other.judgedBy);
    const double change = other.metric.mean - base.metric.mean;
    const bool percent = isPercent(other.judgedBy);
    const double apart = percent ? rounded(std::abs(change) * 100.0, 2) : rounded(std::abs(change), 4);
    if (apart == 0.0)
        return Message(NS_MESSAGE("compare.same_metric", "its {0} is the same"), name);
    if (percent)
        return change > 0.0 ? Message(NS_MESSAGE("compare.higher_points", "its {0} is {1} points higher"), name, apart)
                            : Message(NS_MESSAGE("compare.lower_points", "its {0} is {1} points lower"), name, apart);
    return change > 0.0 ? Message(NS_MESSAGE("compare.higher", "its {0} is {1} higher"), name, apart)
                        : Message(NS_MESSAGE("compare.lower", "its {0} is {1} lower"), name, apart);
}

/// How many times as fast, if the trainings were long enough to tell.
std::optional<double> speedup(const SettingResult& base, const SettingResult& other)
{
    if (!base.samplesPerSecond || !other.samplesPerSecond || std::min(base.seconds, other.seconds) < leastSeconds)
        return std::nullopt;
    return *other.samplesPerSecond / *base.samplesPerSecond;
}

/// What the other costs and, with only one seed, how good it is.
Message costWords(const SettingResult& base, const SettingResult& other, bool withMetric)
{
    if (!base.samplesPerSecond || !other.samplesPerSecond)
        return Message(NS_MESSAGE("compare.untimed", "{0} was not trained long enough to be compared with {1}"), other.name,
                       base.name);
    Message memory = memoryWords(base, other);
    if (withMetric)
        memory = Message(NS_MESSAGE("compare.and", "{0}, and {1}"), memory, metricWords(base, other));
    const std::optional<double> faster = speedup(base, other);
    const Message words = !faster
        ? Message(NS_MESSAGE("compare.too_short", "the trainings were too short to compare the speeds of {0} and {1}; {0} {2}"),
                  other.name, base.name, memory)
        : *faster > noise ? Message(NS_MESSAGE("compare.faster", "{0} is {1}× as fast as {2}, {3}"), other.name,
                                    rounded(*faster, 2), base.name, memory)
        : *faster > 1.0 / noise
        ? Message(NS_MESSAGE("compare.as_fast", "{0} is as fast as {1}, {2}"), other.name, base.name, memory)
        : Message(NS_MESSAGE("compare.slower", "{0} takes {1}× as long as {2}, {3}"), other.name, rounded(1.0 / *faster, 2),
                  base.name, memory);
    const std::optional<Message>& note = other.trained.front()->note;
    return note ? Message(NS_MESSAGE("compare.because", "{0} ({1})"), words, *note) : words;
}

Message verdictWords(const SettingResult& base, const SettingResult& other, Verdict verdict)
{
    const double change = other.metric.mean - base.metric.mean;
    const bool percent = isPercent(other.judgedBy);
    const double number = percent ? rounded(std::abs(change) * 100.0, 2) : significant(std::abs(change), 2);
    const Message amount =
        percent ? Message(NS_MESSAGE("compare.points", "{0} points"), number) : Message(NS_MESSAGE("compare.value", "{0}"), number);
    const bool better = measuredQuantity(other.judgedBy).isBetter(other.metric.mean, base.metric.mean);
    const Message words = number == 0.0
        ? Message(NS_MESSAGE("compare.alike", "{0} is as good as {1} in {2} ({3} against {4})"), other.name, base.name,
                  metricName(other.judgedBy), valueWords(other), valueWords(base))
        : better ? Message(NS_MESSAGE("compare.better", "{0} is {1} better than {2} in {3} ({4} against {5})"), other.name, amount,
                           base.name, metricName(other.judgedBy), valueWords(other), valueWords(base))
                 : Message(NS_MESSAGE("compare.worse", "{0} is {1} worse than {2} in {3} ({4} against {5})"), other.name, amount,
                           base.name, metricName(other.judgedBy), valueWords(other), valueWords(base));
    if (number == 0.0 && verdict == Verdict::beyond)
        return words; // by less than is shown: no spread hides it, and it is irrelevant
    const std::int64_t seeds = std::min(base.metric.count, other.metric.count);
    return verdict == Verdict::beyond
        ? Message(NS_MESSAGE("compare.beyond", "{0}, more than the spread of {1:seed|seeds}"), words, seeds)
        : Message(NS_MESSAGE("compare.within",
                             "{0}, within the spread of {1:seed|seeds}: these two can't be told apart; more seeds would help"),
                  words, seeds);
}

struct MemoryPart {
    std::int64_t MemoryUse::*bytes;
    Message name;
};

/// The memory class that differs most, and by how much.
Message memoryReason(const MemoryUse& base, const MemoryUse& other)
{
    const std::vector<MemoryPart> parts{
        {&MemoryUse::weights, Message(NS_MESSAGE("compare.weights", "weights"))},
        {&MemoryUse::gradients, Message(NS_MESSAGE("compare.gradients", "gradients"))},
        {&MemoryUse::optimizer, Message(NS_MESSAGE("compare.optimizer", "the optimizer's state"))},
        {&MemoryUse::activations, Message(NS_MESSAGE("compare.activations", "layer outputs"))},
        {&MemoryUse::workspace, Message(NS_MESSAGE("compare.workspace", "workspace"))},
        {&MemoryUse::data, Message(NS_MESSAGE("compare.data", "the data set"))},
    };
    const auto change = [&](const MemoryPart& part) { return std::abs(other.*part.bytes - base.*part.bytes); };
    const MemoryPart& most = *std::ranges::max_element(parts, {}, change);
    const auto mebibytes = [](std::int64_t bytes) { return significant(static_cast<double>(bytes) / (1 << 20), 3); };
    return Message(NS_MESSAGE("compare.memory_of", "memory for {0}: {1} MiB against {2} MiB"), most.name,
                   mebibytes(other.*most.bytes), mebibytes(base.*most.bytes));
}

/// The measured reasons why the costs differ; nothing if they don't.
std::optional<Message> reasonsOf(const SettingResult& base, const SettingResult& other)
{
    std::optional<Message> all;
    const auto add = [&all](const Message& reason) {
        all = all ? Message(NS_MESSAGE("compare.joined", "{0}; {1}"), *all, reason) : reason;
    };
    const VariantResult& one = *base.trained.front();
    const VariantResult& two = *other.trained.front();
    const std::optional<double> faster = speedup(base, other);
    const bool speedDiffers = faster && (*faster > noise || *faster < 1.0 / noise);
    const auto milliseconds = [](double seconds) { return significant(seconds * 1e3, 3); };
    if (speedDiffers && base.stepSeconds && other.stepSeconds) {
        if (one.batch == two.batch)
            add(Message(NS_MESSAGE("compare.step", "a step takes {0} ms against {1} ms"), milliseconds(*other.stepSeconds),
                        milliseconds(*base.stepSeconds)));
        else
            add(Message(NS_MESSAGE("compare.step_of", "a step of {0:sample|samples} takes {1} ms, one of {2} {3} ms"), two.batch,
                        milliseconds(*other.stepSeconds), one.batch, milliseconds(*base.stepSeconds)));
    }
    if (speedDiffers && one.peakShare && two.peakShare)
        add(Message(NS_MESSAGE("compare.peaks", "it reaches {0} % of what the device was measured at, against {1} %"),
                    significant(*two.peakShare * 100.0, 2), significant(*one.peakShare * 100.0, 2)));
    if (std::abs(memoryShare(base, other) - 1.0) >= muchMemory)
        add(memoryReason(one.memory, two.memory));
    return all ? std::optional(Message(NS_MESSAGE("compare.measured", "measured of {0} and {1}: {2}"), other.name, base.name, *all))
               : std::nullopt;
}

/// The spread of the seeds of one setting.
Message spreadWords(const SettingResult& setting)
{
    const Message metric = metricName(setting.judgedBy), value = valueWords(setting);
    return setting.name.id().empty()
        ? Message(NS_MESSAGE("compare.seeds_alone", "over {0:seed|seeds} the {1} is {2}"), setting.metric.count, metric, value)
        : Message(NS_MESSAGE("compare.seeds_of", "over {0:seed|seeds} the {1} of {2} is {3}"), setting.metric.count, metric,
                  setting.name, value);
}

/// Why nothing can be said about its gain; nothing if something can.
std::optional<Message> whyUnjudged(const VariantResult& result)
{
    if (result.error)
        return Message(NS_MESSAGE("compare.failed", "{0} failed: {1}"), result.name, *result.error);
    if (result.stopped)
        return Message(NS_MESSAGE("compare.stopped", "{0} was stopped before its end"), result.name);
    return std::nullopt;
}

/// The load by other programs.
std::optional<Message> loadWords(std::span<const SettingResult> settings)
{
    const VariantResult* most = nullptr;
    for (const SettingResult& setting : settings)
        for (const VariantResult* result : setting.trained)
            if (result->others && (!most || *result->others > *most->others))
                most = result;
    if (!most)
        return std::nullopt;
    const double percent = rounded(*most->others * 100.0, 0);
    return *most->others >= muchLoad
        ? Message(
            NS_MESSAGE("compare.load", "other programs used {0} % of the processors during {1}, so its speed may be understated"),
            percent, most->name)
        : Message(NS_MESSAGE("compare.little_load", "other programs used at most {0} % of the processors meanwhile"), percent);
}

/// Among those that can't be distinguished from the best.
Message choiceAmong(const SettingResult& best, const std::vector<const SettingResult*>& alike)
{
    const auto worth = [&](const SettingResult* setting) {
        return best.disturbed || setting->disturbed ? 1.0 : speedup(best, *setting).value_or(1.0);
    };
    const SettingResult& fastest = **std::ranges::max_element(alike, {}, worth);
    if (worth(&fastest) > noise)
        return Message(NS_MESSAGE("compare.choose_fast",
                                  "choose {0}: none is better by more than the spread of the seeds, and it is {1}× as fast as {2}"),
                       fastest.name, rounded(worth(&fastest), 2), best.name);
    const SettingResult& smallest =
        **std::ranges::min_element(alike, {}, [](const SettingResult* setting) { return memoryOf(*setting); });
    if (memoryShare(best, smallest) <= 1.0 - muchMemory && worth(&smallest) > 1.0 / noise)
        return Message(NS_MESSAGE("compare.choose_small",
                                  "choose {0}: none is better by more than the spread of the seeds, and it uses {1} % less memory "
                                  "than {2}"),
                       smallest.name, rounded((1.0 - memoryShare(best, smallest)) * 100.0, 0), best.name);
    const bool slower =
        std::ranges::all_of(alike, [&](const SettingResult* setting) { return setting == &best || worth(setting) < 1.0 / noise; });
    if (slower)
        return Message(NS_MESSAGE("compare.choose_both",
                                  "choose {0}: none is better by more than the spread of the seeds, and those as good are slower"),
                       best.name);
    Message names = alike.front()->name;
    for (std::size_t i = 1; i < alike.size(); ++i)
        names = Message(NS_MESSAGE("compare.both", "{0}, {1}"), names, alike[i]->name);
    return Message(NS_MESSAGE("compare.choose_any", "these can't be told apart, so choose any: {0}; more seeds would help"), names);
}

/// Why nothing can be chosen without more seeds.
std::optional<Message> seedsWanted(const std::vector<const SettingResult*>& judged, const SettingResult& best)
{
    const auto isSingle = [](const SettingResult* setting) { return setting->metric.count < 2; };
    const auto single = std::ranges::find_if(judged, isSingle);
    if (single == judged.end())
        return std::nullopt;
    const Message metric = metricName(best.judgedBy), value = valueWords(best);
    if (!std::ranges::all_of(judged, isSingle))
        return Message(NS_MESSAGE("compare.one_seed_of",
                                  "{0} did best, {1} {2}, but {3} was trained with one seed, so this may be chance: compare "
                                  "with several seeds of each before you choose"),
                       best.name, metric, value, (*single)->name);
    if (std::ranges::all_of(judged, [&](const SettingResult* setting) { return setting->metric.mean == best.metric.mean; }))
        return Message(NS_MESSAGE("compare.one_seed_same",
                                  "all reach the same {0}, {1}, with one seed each: compare with several seeds, such as 1-3, "
                                  "before you choose"),
                       metric, value);
    return Message(NS_MESSAGE("compare.one_seed",
                              "{0} did best, {1} {2}, but with one seed each that may be chance: compare with several seeds, "
                              "such as 1-3, before you choose"),
                   best.name, metric, value);
}

std::optional<Message> choiceOf(std::span<const SettingResult> settings)
{
    std::vector<const SettingResult*> judged;
    for (const SettingResult& setting : settings)
        if (!setting.judgedBy.empty() && setting.judgedBy == settings.front().judgedBy)
            judged.push_back(&setting);
    if (judged.size() < 2)
        return std::nullopt;
    const std::string& metric = judged.front()->judgedBy;
    const MeasuredQuantity quantity = measuredQuantity(metric);
    const SettingResult* best = judged.front();
    for (const SettingResult* setting : judged)
        if (quantity.isBetter(setting->metric.mean, best->metric.mean))
            best = setting;
    if (const std::optional<Message> seeds = seedsWanted(judged, *best))
        return seeds;
    std::vector<const SettingResult*> alike;
    for (const SettingResult* setting : judged)
        if (setting == best || verdictOn(*best, *setting, judged.size() - 1) == Verdict::within)
            alike.push_back(setting);
    if (alike.size() > 1)
        return choiceAmong(*best, alike);
    return Message(NS_MESSAGE("compare.choose_best",
                              "choose {0}: its {1}, {2}, is better than that of every other by more than the spread of the seeds"),
                   best->name, metricName(metric), valueWords(*best));
}

} // namespace

std::vector<Message> Conclusions::all() const
{
    std::vector<Message> all = findings;
    if (choice)
        all.insert(all.begin(), *choice);
    return all;
}

NamedValues persistenceOf(std::span<const VariantResult> results)
{
    const auto told = std::ranges::find_if(results, [](const VariantResult& result) { return !result.persistence.empty(); });
    return told == results.end() ? NamedValues() : told->persistence;
}

Conclusions conclusionsOf(std::span<const VariantResult> results)
{
    const std::vector<SettingResult> settings = settingResults(results);
    Conclusions conclusions{.choice = choiceOf(settings), .findings = {}};
    std::vector<Message>& findings = conclusions.findings;
    for (const VariantResult& result : results)
        if (const std::optional<Message> why = whyUnjudged(result))
            findings.push_back(*why);
    if (settings.size() == 1 && settings.front().metric.deviation)
        findings.push_back(spreadWords(settings.front()));
    for (std::size_t i = 1; i < settings.size(); ++i) {
        const SettingResult& base = settings.front();
        const SettingResult& other = settings[i];
        const Verdict verdict = verdictOn(base, other, settings.size() - 1);
        if (verdict != Verdict::unknown)
            findings.push_back(verdictWords(base, other, verdict));
        findings.push_back(costWords(base, other, verdict == Verdict::unknown));
        if (const std::optional<Message> reasons = reasonsOf(base, other))
            findings.push_back(*reasons);
    }
    if (const NamedValues persistence = persistenceOf(results); !persistence.empty())
        findings.push_back(train::persistenceWords(persistence));
    if (const std::optional<Message> load = settings.empty() ? std::nullopt : loadWords(settings))
        findings.push_back(*load);
    return conclusions;
}

} // namespace netsmith::runs
