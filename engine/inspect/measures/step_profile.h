#pragma once

#include "engine/inspect/measures/layer_measures.h"
#include "engine/predict/preparing.h"
#include "engine/train/setup.h"

namespace netsmith::inspect {

/// A network's layers measured in a training of some steps.
struct StepProfile {
    StepMeasures layers;
    double step = 0.0; ///< seconds of a whole step as training takes it: with the update, many steps a launch
};

struct ProfileOptions {
    int steps = 20; ///< trained before anything is measured, and as many for timing a whole step
    double peak = 0.0; ///< see `StepMeasures`
    PreparingWatch watch{};
};

/// Trains the network of `setup` for some steps, in memory, from the weights it has. Throws `profile.diverged`, `data.cancelled`
/// and what the device says.
StepProfile profileSteps(train::TrainingSetup& setup, const ProfileOptions& options);

} // namespace netsmith::inspect
