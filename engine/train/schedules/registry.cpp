#include "engine/train/schedules/registry.h"

#include "engine/train/schedules/schedules.h"

namespace netsmith {

const ScheduleRegistry& schedules()
{
    static const ScheduleRegistry registry({
        schedule::constant(),
        schedule::cosine(),
    });
    return registry;
}

} // namespace netsmith
