#include "engine/schedules/registry.h"

#include "engine/schedules/schedules.h"

namespace netsmith {

const ScheduleRegistry& schedules()
{
    static const ScheduleRegistry registry({
        schedule::constant(),
        schedule::cosine(),
        schedule::cosineRestarts(),
        schedule::exponential(),
        schedule::oneCycle(),
        schedule::polynomial(),
        schedule::reduceOnPlateau(),
        schedule::step(),
    });
    return registry;
}

} // namespace netsmith
