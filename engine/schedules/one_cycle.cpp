#include "engine/schedules/declaration.h"
#include "engine/schedules/schedules.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace netsmith::schedule {
namespace {

struct Parameters {
    double warmupRatio = 0.3;
    double divide = 25.0;
    double finalDivide = 1e4;
};

ParameterBuilder<Parameters> declare()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("warmup_ratio", &Parameters::warmupRatio, NS_TEXT("one_cycle", "Rise"),
              NS_TEXT("one_cycle", "The fraction of all steps in which the rate rises to the optimizer's."))
        .hard({0.0, 1.0, false, true})
        .usual(0.1, 0.5)
        .real("div_factor", &Parameters::divide, NS_TEXT("one_cycle", "Initial divisor"),
              NS_TEXT("one_cycle", "The first rate is the optimizer's divided by this."))
        .range(1.0, 1e9)
        .usual(5.0, 50.0)
        .real("final_div_factor", &Parameters::finalDivide, NS_TEXT("one_cycle", "Final divisor"),
              NS_TEXT("one_cycle", "The last rate is the first divided by this."))
        .range(1.0, 1e9)
        .usual(10.0, 1e5);
    return parameters;
}

/// From `from` to `to` along half a cosine wave.
double between(double from, double to, double fraction)
{
    return to + (from - to) * 0.5 * (1.0 + std::cos(std::numbers::pi * std::clamp(fraction, 0.0, 1.0)));
}

/// PyTorch's OneCycleLR with anneal_strategy "cos" and max_lr the optimizer's rate: up until step share·steps − 1, then down to the
/// last one. Smith and Topin, "Super-Convergence", 2018.
double rate(const Parameters& p, const ScheduleMoment& now)
{
    const double first = now.baseRate / p.divide;
    const double top = p.warmupRatio * static_cast<double>(now.totalSteps) - 1.0;
    const auto last = static_cast<double>(now.totalSteps - 1);
    const auto step = static_cast<double>(now.step);
    if (top > 0.0 && step <= top)
        return between(first, now.baseRate, step / top);
    const double begin = std::max(top, 0.0);
    return between(now.baseRate, first / p.finalDivide, last > begin ? (step - begin) / (last - begin) : 1.0);
}

} // namespace

/// It has its own rise, so it needs no other warm-up.
ScheduleSpec oneCycle()
{
    const ParameterBuilder<Parameters> parameters = declare();
    ScheduleSpec spec;
    spec.id = "one_cycle";
    spec.title = NS_TEXT("schedule", "One cycle");
    spec.doc = NS_TEXT("one_cycle", "The learning rate climbs to the optimizer's and then falls to almost nothing, once.");
    spec.parameters = parameters.specs();
    spec.rate = [parameters](const ParameterMap& values, const ScheduleMoment& now) { return rate(parameters.bind(values), now); };
    return spec;
}

} // namespace netsmith::schedule
