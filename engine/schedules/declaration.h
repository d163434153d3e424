#pragma once

#include "engine/graph/specs/objective_spec.h"

#include <algorithm>
#include <cmath>
#include <utility>

/// Declarations shared by the schedules.
namespace netsmith::schedule {

/// The length of the warm-up: the first of these that is above 0.
struct Warmup {
    std::int64_t warmupSteps = 0;
    double warmupEpochs = 0.0;
    double warmupRatio = 0.0; ///< of all steps
};

/// Last in every list.
template <class P>
void addWarmup(ParameterBuilder<P>& parameters)
{
    parameters
        .real("warmup_ratio", &P::warmupRatio, NS_TEXT("schedule", "Warm-up"),
              NS_TEXT(
                  "schedule",
                  "The fraction of all steps, rounded to whole steps, over which the rate first rises linearly from 0 (warm-up)."))
        .hard({0.0, 1.0, false, true})
        .usual(0.0, 0.1)
        .real("warmup_epochs", &P::warmupEpochs, NS_TEXT("schedule", "Warm-up in epochs"),
              NS_TEXT("schedule", "Warm-up in epochs instead of in a fraction of all steps; 0 for none."))
        .range(0.0, 1e6)
        .usual(0.0, 5.0)
        .unit(NS_TEXT("unit", "epochs"))
        .integer("warmup_steps", &P::warmupSteps, NS_TEXT("schedule", "Warm-up in steps"),
                 NS_TEXT("schedule", "Warm-up in steps instead of in epochs or a fraction; 0 for none."))
        .range(0.0, 1e9)
        .usual(0, 1000)
        .unit(NS_TEXT("unit", "steps"));
}

/// The fraction of the optimizer's rate that is left at the end.
template <class P>
void addLastRate(ParameterBuilder<P>& parameters)
{
    parameters
        .real("alpha", &P::alpha, NS_TEXT("schedule", "Final rate"),
              NS_TEXT("schedule", "The fraction of the optimizer's learning rate that is left at the end."))
        .range(0.0, 1.0)
        .usual(0.0, 0.1);
}

/// Steps of the warm-up, at most all.
inline std::int64_t stepsOf(const Warmup& warmup, const ScheduleMoment& now)
{
    const double steps = warmup.warmupSteps > 0 ? static_cast<double>(warmup.warmupSteps)
        : warmup.warmupEpochs > 0.0             ? warmup.warmupEpochs * static_cast<double>(now.stepsPerEpoch)
                                                : warmup.warmupRatio * static_cast<double>(now.totalSteps);
    return std::min(std::llround(std::min(steps, 1e15)), static_cast<long long>(now.totalSteps));
}

/// The spec of a schedule whose parameters `P` are a `Warmup`, too. `rate(p, moment)` does not know about the warm-up: its steps
/// are counted from the end of the warm-up, which rises to its first rate.
template <class P, class Rate>
ScheduleSpec declared(ParameterBuilder<P> parameters, Rate rate)
{
    addWarmup(parameters);
    ScheduleSpec spec;
    spec.parameters = parameters.specs();
    spec.rate = [parameters, rate](const ParameterMap& values, const ScheduleMoment& now) {
        const P p = parameters.bind(values);
        const std::int64_t warmup = stepsOf(p, now);
        ScheduleMoment behind = now;
        behind.step = std::max<std::int64_t>(now.step - warmup, 0);
        behind.totalSteps = now.totalSteps - warmup;
        const double after = rate(p, behind);
        return now.step < warmup ? after * static_cast<double>(now.step) / static_cast<double>(warmup) : after;
    };
    return spec;
}

/// step/steps, between 0 and 1.
inline double fractionOf(std::int64_t step, std::int64_t steps)
{
    return std::min(static_cast<double>(step) / static_cast<double>(std::max<std::int64_t>(steps, 1)), 1.0);
}

} // namespace netsmith::schedule
