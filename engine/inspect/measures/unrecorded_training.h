#pragma once

#include "engine/predict/preparing.h"
#include "engine/train/training_loop.h"

#include <vector>

namespace netsmith::inspect {

/// Begins the epoch again, without a validation.
void beginAgain(train::TrainingLoop& loop);

/// Trains for `steps` steps that nothing records, from epoch to epoch; returns the seconds per step of each launch. `wanted`: steps
/// of a launch, 0: by the clock. Throws `profile.diverged`, `data.cancelled` and what the device says.
std::vector<double> trainUnrecorded(train::TrainingLoop& loop, std::int64_t steps, int wanted, const PreparingWatch& watch);

} // namespace netsmith::inspect
