#include "engine/schedules/declaration.h"
#include "engine/schedules/schedules.h"

#include <cmath>

namespace netsmith::schedule {
namespace {

struct Parameters : Warmup {
    double factor = 0.1;
    std::int64_t every = 10;
};

ParameterBuilder<Parameters> declare()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("factor", &Parameters::factor, NS_TEXT("step", "Factor"),
              NS_TEXT("step", "What the learning rate is multiplied by at each drop."))
        .hard({0.0, 1.0, true, false})
        .usual(0.1, 0.9)
        .integer("every", &Parameters::every, NS_TEXT("step", "Every"), NS_TEXT("step", "Number of epochs between drops."))
        .range(1, 1e6)
        .usual(1, 50)
        .unit(NS_TEXT("unit", "epochs"));
    return parameters;
}

/// PyTorch's StepLR: factor^⌊epoch/every⌋.
double rate(const Parameters& p, const ScheduleMoment& now)
{
    const std::int64_t drops = now.step / (p.every * now.stepsPerEpoch);
    return now.baseRate * std::pow(p.factor, static_cast<double>(drops));
}

} // namespace

ScheduleSpec step()
{
    ScheduleSpec spec = declared(declare(), rate);
    spec.id = "step";
    spec.title = NS_TEXT("schedule", "Step");
    spec.doc = NS_TEXT("step", "The learning rate drops by a factor every few epochs.");
    return spec;
}

} // namespace netsmith::schedule
