#pragma once

#include "engine/graph/specs/objective_spec.h"

namespace netsmith {

/// All schedules, in alphabetical order of the ids.
const ScheduleRegistry& schedules();

} // namespace netsmith
