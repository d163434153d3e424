#pragma once

#include "engine/graph/objective_spec.h"

namespace netsmith {

/// Every schedule there is, in alphabetical order of the ids.
const ScheduleRegistry& schedules();

} // namespace netsmith
