#pragma once

#include "engine/cli/terminal/console.h"
#include "engine/inspect/measures/layer_measures.h"
#include "engine/inspect/profiler/advice.h"
#include "engine/inspect/profiler/sharing.h"

namespace netsmith::cli {

/// The kernels of a training step; for people only if they are `listed`.
void tellKernels(Console& console, const inspect::TrainingProfile& profile, bool listed);
/// The step as a whole: `step` seconds as training takes it, when `layers` were measured.
void tellProfile(Console& console, const inspect::TrainingProfile& profile, const inspect::StepMeasures& layers, double step);
/// Where its time and memory go.
void tellFindings(Console& console, const inspect::TrainingProfile& profile);
/// What fusing saves.
void tellFusion(Console& console, const inspect::FusionSavings& savings);
/// A convolution beside the other ways to connect its maps.
void tellSharing(Console& console, const inspect::SharingCosts& costs);
/// One thing that would be faster.
void tellAdvice(Console& console, const inspect::Advice& advice);

} // namespace netsmith::cli
