#include "engine/schedules/registry.h"

#include "engine/schedules/schedules.h"

namespace netsmith {

const ScheduleRegistry& schedules()
{
    static const ScheduleRegistry registry(schedule::all);
    return registry;
}

} // namespace netsmith
