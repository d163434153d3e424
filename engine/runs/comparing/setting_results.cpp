#include "engine/runs/comparing/setting_results.h"

#include "engine/losses/measured_quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace netsmith::runs {
namespace {

constexpr double mostChance = 0.05;

bool isTrained(const VariantResult& result)
{
    return !result.error && !result.stopped;
}

/// The mean, if all of them have the number.
std::optional<double> meanOf(const std::vector<const VariantResult*>& results, std::optional<double> VariantResult::*number)
{
    std::vector<double> values;
    for (const VariantResult* result : results)
        if (result->*number)
            values.push_back(*(result->*number));
    return values.size() == results.size() && !values.empty() ? std::optional(spreadOf(values).mean) : std::nullopt;
}

void sumUp(SettingResult& setting)
{
    std::vector<double> values;
    setting.seconds = setting.trained.front()->seconds;
    for (const VariantResult* result : setting.trained) {
        setting.seconds = std::min(setting.seconds, result->seconds);
        setting.disturbed = setting.disturbed || (result->others && *result->others >= muchLoad);
        const auto& first = setting.trained.front()->metric;
        if (result->metric && first && result->metric->first == first->first)
            values.push_back(result->metric->second);
    }
    if (values.size() == setting.trained.size()) {
        setting.judgedBy = setting.trained.front()->metric->first;
        setting.metric = spreadOf(values);
    }
    setting.stepSeconds = meanOf(setting.trained, &VariantResult::stepSeconds);
    double seconds = 0.0; // per sample, over all seeds
    for (const VariantResult* result : setting.trained)
        seconds += result->samplesPerSecond ? 1.0 / *result->samplesPerSecond : std::numeric_limits<double>::infinity();
    if (std::isfinite(seconds) && seconds > 0.0)
        setting.samplesPerSecond = static_cast<double>(setting.trained.size()) / seconds;
}

} // namespace

std::vector<SettingResult> settingResults(std::span<const VariantResult> results)
{
    std::vector<SettingResult> settings;
    for (const VariantResult& result : results) {
        if (!isTrained(result))
            continue;
        auto place = std::ranges::find(settings, result.setting, &SettingResult::name);
        if (place == settings.end())
            place = settings.insert(settings.end(),
                                    SettingResult{.name = result.setting,
                                                  .trained = {},
                                                  .judgedBy = {},
                                                  .metric = {},
                                                  .samplesPerSecond = {},
                                                  .stepSeconds = {}});
        place->trained.push_back(&result);
    }
    for (SettingResult& setting : settings)
        sumUp(setting);
    return settings;
}

Verdict verdictOn(const SettingResult& one, const SettingResult& other, std::size_t pairs)
{
    if (one.judgedBy.empty() || one.judgedBy != other.judgedBy)
        return Verdict::unknown;
    const std::optional<double> chance = chanceOfDifference(one.metric, other.metric);
    if (!chance)
        return Verdict::unknown;
    return *chance < mostChance / static_cast<double>(std::max<std::size_t>(pairs, 1)) ? Verdict::beyond : Verdict::within;
}

std::vector<std::size_t> bestFirst(std::span<const VariantResult> results)
{
    std::vector<std::size_t> order(results.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::vector<SettingResult> settings = settingResults(results);
    const auto settingOf = [&](const VariantResult& result) {
        return isTrained(result) ? &*std::ranges::find(settings, result.setting, &SettingResult::name) : nullptr;
    };
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        const SettingResult* one = settingOf(results[a]);
        const SettingResult* other = settingOf(results[b]);
        if (!one || !other || one->judgedBy.empty() || one->judgedBy != other->judgedBy)
            return one && !one->judgedBy.empty() && !(other && !other->judgedBy.empty());
        const MeasuredQuantity quantity = measuredQuantity(one->judgedBy);
        if (one != other)
            return quantity.isBetter(one->metric.mean, other->metric.mean)
                || (one->metric.mean == other->metric.mean && one < other);
        return quantity.isBetter(results[a].metric->second, results[b].metric->second);
    });
    return order;
}

TextRows comparisonRows(std::span<const VariantResult> results)
{
    TextRows rows{{"training", "setting", "state", "metric", "value", "step_seconds", "samples_per_s", "seconds", "memory_bytes",
                   "others_cpu_share", "joules", "run"}};
    const auto number = [](const std::optional<double>& value) { return value ? fmt::format("{}", *value) : std::string(); };
    for (const std::size_t place : bestFirst(results)) {
        const VariantResult& result = results[place];
        rows.push_back({result.name.text(), result.setting.text(),
                        result.error         ? "failed"
                            : result.stopped ? "stopped"
                                             : "done",
                        result.metric ? result.metric->first : std::string(),
                        result.metric ? fmt::format("{}", result.metric->second) : std::string(), number(result.stepSeconds),
                        number(result.samplesPerSecond), fmt::format("{}", result.seconds),
                        fmt::format("{}", result.memory.total()), number(result.others), number(result.joules),
                        result.run.filename().string()});
    }
    return rows;
}

} // namespace netsmith::runs
