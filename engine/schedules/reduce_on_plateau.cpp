#include "engine/schedules/declaration.h"
#include "engine/schedules/schedules.h"

#include <algorithm>
#include <cmath>

namespace netsmith::schedule {
namespace {

struct Parameters : Warmup {
    double factor = 0.1;
    std::int64_t patience = 10;
    double minDelta = 1e-4;
    std::int64_t cooldown = 0;
    double minRate = 0.0;
};

ParameterBuilder<Parameters> declare()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("factor", &Parameters::factor, NS_TEXT("reduce_on_plateau", "Factor"),
              NS_TEXT("reduce_on_plateau", "What the learning rate is multiplied by when the loss no longer falls."))
        .hard({0.0, 1.0, true, true})
        .usual(0.1, 0.5)
        .integer("patience", &Parameters::patience, NS_TEXT("reduce_on_plateau", "Patience"),
                 NS_TEXT("reduce_on_plateau",
                         "Number of epochs in a row without a lower validation loss (or training loss, without validation)."))
        .range(1, 1e6)
        .usual(1, 20)
        .unit(NS_TEXT("unit", "epochs"))
        .real("min_delta", &Parameters::minDelta, NS_TEXT("reduce_on_plateau", "Minimum improvement"),
              NS_TEXT("reduce_on_plateau", "The smallest decrease of the loss that counts."))
        .range(0.0, 1e30)
        .usual(0.0, 0.01)
        .integer("cooldown", &Parameters::cooldown, NS_TEXT("reduce_on_plateau", "Cool-down"),
                 NS_TEXT("reduce_on_plateau", "Number of epochs after a drop before counting resumes."))
        .range(0, 1e6)
        .usual(0, 10)
        .unit(NS_TEXT("unit", "epochs"))
        .real("min_lr", &Parameters::minRate, NS_TEXT("reduce_on_plateau", "Minimum rate"),
              NS_TEXT("reduce_on_plateau", "Lower bound of the learning rate."))
        .range(0.0, 1e6)
        .usual(0.0, 1e-4);
    return parameters;
}

double rate(const Parameters& p, const ScheduleMoment& now)
{
    // The minimum rate limits reductions, not a rate that is smaller from the start.
    return now.baseRate * std::max(now.memory.factor, std::min(p.minRate / now.baseRate, 1.0));
}

/// Keras's ReduceLROnPlateau. A NaN loss is no improvement.
void epochEnded(const Parameters& p, double loss, ScheduleMemory& memory)
{
    if (memory.cooldown > 0) {
        --memory.cooldown;
        memory.waited = 0;
    }
    if (std::isfinite(loss) && (!memory.best || loss < *memory.best - p.minDelta)) {
        memory.best = loss;
        memory.waited = 0;
    } else if (memory.cooldown == 0 && ++memory.waited >= p.patience) {
        memory.factor *= p.factor;
        memory.cooldown = p.cooldown;
        memory.waited = 0;
    }
}

} // namespace

ScheduleSpec reduceOnPlateau()
{
    const ParameterBuilder<Parameters> parameters = declare();
    ScheduleSpec spec = declared(parameters, rate);
    spec.id = "reduce_on_plateau";
    spec.title = NS_TEXT("schedule", "Reduce on plateau");
    spec.doc = NS_TEXT("reduce_on_plateau", "The learning rate drops whenever the loss has not fallen for some epochs.");
    spec.epochEnded = [parameters](const ParameterMap& values, double loss, ScheduleMemory& memory) {
        epochEnded(parameters.bind(values), loss, memory);
    };
    return spec;
}

} // namespace netsmith::schedule
