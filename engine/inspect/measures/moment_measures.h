#pragma once

#include "engine/inspect/measures/layer_measures.h"
#include "engine/predict/preparing.h"
#include "engine/store/checkpoint.h"
#include "engine/train/setup.h"

namespace netsmith::inspect {

/// Measures the layers of a saved training at a checkpoint: loads its weights and its optimizer into `setup`, which was made of the
/// run's project, and takes the step that follows, in memory. What that step does to the weights is what it did in the run, unless
/// less than a batch was left of the epoch. `peak`: see `StepMeasures`. Throws what `restoreWeights` does for a checkpoint of
/// another network, `profile.diverged`, `data.cancelled` and what the device says.
StepMeasures measureMoment(train::TrainingSetup& setup, const Checkpoint& checkpoint, double peak,
                           const PreparingWatch& watch = {});

} // namespace netsmith::inspect
