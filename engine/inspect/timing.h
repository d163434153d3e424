#pragma once

#include "engine/inspect/training_steps.h"

#include <functional>

namespace netsmith::inspect {

/// The extent of a measurement: at least this many steps and this long, but no new launch after three times as long.
struct TimingGoal {
    int steps = 3;
    double seconds = 1.0;
};

/// The seconds per step by `launch`, which runs one launch and returns its time: the median over launches, after some that let
/// caches, clocks and the length of launches settle. Throws `data.cancelled`, and what `launch` does.
double secondsOf(const std::function<TrainingSteps::Launch()>& launch, const TimingGoal& goal, const PreparingWatch& watch);

} // namespace netsmith::inspect
