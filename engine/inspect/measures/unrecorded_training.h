#pragma once

#include "engine/predict/preparing.h"
#include "engine/train/training_loop.h"

#include <functional>
#include <vector>

namespace netsmith::inspect {

/// Begins the epoch again, without a validation, or goes on after this many of its samples.
void beginAgain(train::TrainingLoop& loop, std::int64_t after = 0);

/// Trains for `steps` steps that nothing records, from epoch to epoch; returns the seconds per step of each launch. `wanted`: steps
/// of a launch, 0: by the clock. `before`: called before each launch, untimed. Throws `profile.diverged`, `data.cancelled` and what
/// the device says.
std::vector<double> trainUnrecorded(train::TrainingLoop& loop, std::int64_t steps, int wanted, const PreparingWatch& watch,
                                    const std::function<void()>& before = {});

} // namespace netsmith::inspect
