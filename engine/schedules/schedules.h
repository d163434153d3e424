#pragma once

#include "engine/graph/specs/objective_spec.h"

#include <array>

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

/// All of them, in alphabetical order of their ids.
inline constexpr std::array all{constant, cosine, cosineRestarts, exponential, oneCycle, polynomial, reduceOnPlateau, step};

} // namespace netsmith::schedule
