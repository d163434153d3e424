#pragma once

#include "engine/inspect/profiler/training_profile.h"
#include "engine/predict/preparing.h"
#include "engine/train/setup.h"

namespace netsmith::inspect {

struct TrainingProfileOptions {
    int steps = 20; ///< timed kernel by kernel, and about as many as training takes them
    bool fused = true; ///< as `setup` was compiled
    DeviceLimits limits{};
    double reading = 0.0; ///< see `TrainingProfile`
    PreparingWatch watch{};
};

/// Trains the network of `setup` for some steps, in memory, and times them: in turn as training takes them and kernel by kernel, so
/// that what else the machine does meanwhile affects both alike. Of a training in phases the first one is profiled. Throws
/// `profile.diverged`, `profile.no_step`, `data.cancelled` and what the device says.
TrainingProfile profileTraining(train::TrainingSetup& setup, const TrainingProfileOptions& options);

} // namespace netsmith::inspect
