#include "engine/schedules/declaration.h"
#include "engine/schedules/schedules.h"

#include <cmath>

namespace netsmith::schedule {
namespace {

struct Parameters : Warmup {
    double power = 1.0;
    double alpha = 0.0;
};

ParameterBuilder<Parameters> declare()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("power", &Parameters::power, NS_TEXT("polynomial", "Power"),
              NS_TEXT("polynomial",
                      "The power of the remaining steps that it follows: 1 for a line, more for a steeper fall at first."))
        .hard({0.0, 100.0, true, false})
        .usual(0.5, 3.0);
    addLastRate(parameters);
    return parameters;
}

/// Keras's PolynomialDecay over all steps: (1 − α)·(1 − fraction)^power + α.
double rate(const Parameters& p, const ScheduleMoment& now)
{
    return now.baseRate * ((1.0 - p.alpha) * std::pow(1.0 - fractionOf(now.step, now.totalSteps), p.power) + p.alpha);
}

} // namespace

ScheduleSpec polynomial()
{
    ScheduleSpec spec = declared(declare(), rate);
    spec.id = "polynomial";
    spec.title = NS_TEXT("schedule", "Polynomial");
    spec.doc = NS_TEXT("polynomial", "The learning rate falls linearly, or along a power curve, to its final value.");
    return spec;
}

} // namespace netsmith::schedule
