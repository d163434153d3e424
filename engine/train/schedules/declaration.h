#pragma once

#include "engine/graph/objective_spec.h"

#include <cmath>
#include <utility>

/// What the schedules declare alike.
namespace netsmith::schedule {

/// Last in every list.
template <class P>
void addWarmup(ParameterBuilder<P>& parameters)
{
    parameters
        .real("warmup_share", &P::warmupShare, NS_TEXT("schedule", "Warm-up"),
              NS_TEXT("schedule", "In what share of all steps, rounded to whole ones, the rate first climbs from 0 in a line."))
        .hard({0.0, 1.0, false, true})
        .usual(0.0, 0.1);
}

/// What share of the optimizer's rate is left at the end.
template <class P>
void addLastRate(ParameterBuilder<P>& parameters)
{
    parameters
        .real("alpha", &P::alpha, NS_TEXT("schedule", "Last rate"),
              NS_TEXT("schedule", "What share of the optimizer's learning rate is left at the end."))
        .range(0.0, 1.0)
        .usual(0.0, 0.1);
}

/// Steps of the warm-up.
inline std::int64_t warmupSteps(double share, std::int64_t totalSteps)
{
    return std::llround(share * static_cast<double>(totalSteps));
}

/// The spec of a schedule whose parameters `P` have a `warmupShare`. `rate(p, moment)` knows nothing of the warm-up: its steps
/// begin and are counted behind it, and the climb ends at its first rate.
template <class P, class Rate>
ScheduleSpec declared(ParameterBuilder<P> parameters, Rate rate)
{
    addWarmup(parameters);
    ScheduleSpec spec;
    spec.parameters = parameters.specs();
    spec.rate = [parameters, rate](const ParameterMap& values, const ScheduleMoment& now) {
        const P p = parameters.bind(values);
        const std::int64_t warmup = warmupSteps(p.warmupShare, now.totalSteps);
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
