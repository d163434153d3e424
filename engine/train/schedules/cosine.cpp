#include "engine/train/schedules/schedules.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace netsmith::schedule {
namespace {

struct Parameters {
    double alpha = 0.0;
    double warmupShare = 0.0;
};

ParameterBuilder<Parameters> declare()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("alpha", &Parameters::alpha, NS_TEXT("cosine", "Last rate"),
              NS_TEXT("cosine", "What share of the optimizer's learning rate is left at the end."))
        .range(0.0, 1.0)
        .usual(0.0, 0.1)
        .real("warmup_share", &Parameters::warmupShare, NS_TEXT("cosine", "Warm-up"),
              NS_TEXT("cosine", "In what share of all steps, rounded to whole ones, the rate first climbs from 0 in a line."))
        .hard({0.0, 1.0, false, true})
        .usual(0.0, 0.1);
    return parameters;
}

/// Keras's CosineDecay with initial_learning_rate 0, warmup_target the optimizer's rate, and decay_steps all steps that are not
/// warm-up: warmed step/warmup in a line, then ((1 − α)·(1 + cos(π·fraction))/2 + α). Loshchilov and Hutter, "SGDR", 2017.
double rate(const Parameters& p, double baseRate, std::int64_t step, std::int64_t totalSteps)
{
    const auto warmup = static_cast<std::int64_t>(std::llround(p.warmupShare * static_cast<double>(totalSteps)));
    if (step < warmup)
        return baseRate * static_cast<double>(step) / static_cast<double>(warmup);
    const auto decay = static_cast<double>(std::max<std::int64_t>(totalSteps - warmup, 1));
    const double fraction = std::min(static_cast<double>(step - warmup) / decay, 1.0);
    return baseRate * ((1.0 - p.alpha) * 0.5 * (1.0 + std::cos(std::numbers::pi * fraction)) + p.alpha);
}

} // namespace

ScheduleSpec cosine()
{
    const ParameterBuilder<Parameters> parameters = declare();
    ScheduleSpec spec;
    spec.id = "cosine";
    spec.title = NS_TEXT("schedule", "Cosine");
    spec.doc = NS_TEXT("cosine", "The learning rate falls along half a cosine wave, after a warm-up if wanted.");
    spec.parameters = parameters.specs();
    spec.rate = [parameters](const ParameterMap& values, double baseRate, std::int64_t step, std::int64_t totalSteps) {
        return rate(parameters.bind(values), baseRate, step, totalSteps);
    };
    return spec;
}

} // namespace netsmith::schedule
