#pragma once

#include "engine/graph/objective_spec.h"

/// The declaration of every schedule of the learning rate, one file each.
namespace netsmith::schedule {

ScheduleSpec constant();
ScheduleSpec cosine();
ScheduleSpec cosineRestarts();
ScheduleSpec exponential();
ScheduleSpec oneCycle();
ScheduleSpec polynomial();
ScheduleSpec reduceOnPlateau();
ScheduleSpec step();

} // namespace netsmith::schedule
