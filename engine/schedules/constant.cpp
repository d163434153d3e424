#include "engine/schedules/declaration.h"
#include "engine/schedules/schedules.h"

namespace netsmith::schedule {
namespace {

struct Parameters : Warmup { };

double rate(const Parameters&, const ScheduleMoment& now)
{
    return now.baseRate;
}

} // namespace

ScheduleSpec constant()
{
    ScheduleSpec spec = declared(ParameterBuilder<Parameters>(), rate);
    spec.id = "constant";
    spec.title = NS_TEXT("schedule", "Constant");
    spec.doc = NS_TEXT("constant", "The optimizer's learning rate from the first step to the last.");
    return spec;
}

} // namespace netsmith::schedule
