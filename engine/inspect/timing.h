#pragma once

#include "engine/inspect/training_steps.h"

#include <functional>

namespace netsmith::inspect {

/// How long is measured: at least so many steps and so long, but no new launch once it took three times as long.
struct TimingGoal {
    int steps = 3;
    double seconds = 1.0;
};

/// The seconds a step takes by `launch`, which runs one launch and says what it took: the median over launches, behind some that
/// let caches, clocks and the length of launches settle. Throws `data.cancelled`, and what `launch` does.
double secondsOf(const std::function<TrainingSteps::Launch()>& launch, const TimingGoal& goal, const PreparingWatch& watch);

} // namespace netsmith::inspect
