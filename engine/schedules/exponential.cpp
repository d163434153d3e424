#include "engine/schedules/declaration.h"
#include "engine/schedules/schedules.h"

#include <cmath>

namespace netsmith::schedule {
namespace {

struct Parameters : Warmup {
    double decayRate = 0.9;
};

ParameterBuilder<Parameters> declare()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("decay_rate", &Parameters::decayRate, NS_TEXT("exponential", "Factor"),
              NS_TEXT("exponential", "What the learning rate is multiplied by over an epoch."))
        .hard({0.0, 1.0, true, false})
        .usual(0.8, 0.99);
    return parameters;
}

/// Keras's ExponentialDecay with decay_steps an epoch's steps: r^(step/decay_steps).
double rate(const Parameters& p, const ScheduleMoment& now)
{
    return now.baseRate * std::pow(p.decayRate, static_cast<double>(now.step) / static_cast<double>(now.stepsPerEpoch));
}

} // namespace

ScheduleSpec exponential()
{
    ScheduleSpec spec = declared(declare(), rate);
    spec.id = "exponential";
    spec.title = NS_TEXT("schedule", "Exponential");
    spec.doc = NS_TEXT("exponential", "The learning rate shrinks by the same factor every epoch, a little at each step.");
    return spec;
}

} // namespace netsmith::schedule
