#pragma once

#include "engine/graph/objective_spec.h"

/// The declaration of every schedule of the learning rate, one file each.
namespace netsmith::schedule {

ScheduleSpec constant();
ScheduleSpec cosine();

} // namespace netsmith::schedule
