#include "engine/train/schedules/schedules.h"

namespace netsmith::schedule {

ScheduleSpec constant()
{
    ScheduleSpec spec;
    spec.id = "constant";
    spec.title = NS_TEXT("schedule", "Constant");
    spec.doc = NS_TEXT("constant", "The optimizer's learning rate from the first step to the last.");
    spec.rate = [](const ParameterMap&, double baseRate, std::int64_t, std::int64_t) { return baseRate; };
    return spec;
}

} // namespace netsmith::schedule
