#include "engine/schedules/declaration.h"
#include "engine/schedules/schedules.h"

#include <cmath>
#include <numbers>

namespace netsmith::schedule {
namespace {

struct Parameters : Warmup {
    double alpha = 0.0;
};

ParameterBuilder<Parameters> declare()
{
    ParameterBuilder<Parameters> parameters;
    addLastRate(parameters);
    return parameters;
}

/// Keras's CosineDecay with initial_learning_rate 0, warmup_target the optimizer's rate, and decay_steps all steps that are not
/// warm-up: ((1 − α)·(1 + cos(π·fraction))/2 + α). Loshchilov and Hutter, "SGDR", 2017.
double rate(const Parameters& p, const ScheduleMoment& now)
{
    const double fraction = fractionOf(now.step, now.totalSteps);
    return now.baseRate * ((1.0 - p.alpha) * 0.5 * (1.0 + std::cos(std::numbers::pi * fraction)) + p.alpha);
}

} // namespace

ScheduleSpec cosine()
{
    ScheduleSpec spec = declared(declare(), rate);
    spec.id = "cosine";
    spec.title = NS_TEXT("schedule", "Cosine");
    spec.doc = NS_TEXT("cosine", "The learning rate falls along half a cosine wave, after an optional warm-up.");
    return spec;
}

} // namespace netsmith::schedule
