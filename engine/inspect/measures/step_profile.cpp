#include "engine/inspect/measures/step_profile.h"

#include "engine/inspect/measures/layer_probe.h"
#include "engine/inspect/measures/unrecorded_training.h"

#include <algorithm>

namespace netsmith::inspect {

StepProfile profileSteps(train::TrainingSetup& setup, const ProfileOptions& options)
{
    constexpr int passes = 5;
    train::TrainingLoop loop(setup, setup.project().training);
    loop.beginEpoch();
    trainUnrecorded(loop, options.steps, 0, options.watch);
    std::vector<double> seconds = trainUnrecorded(loop, options.steps, 0, options.watch);
    std::ranges::sort(seconds);
    StepProfile profile;
    profile.step = seconds[seconds.size() / 2];

    if (loop.samplesDone() + 2 * setup.batch() * setup.project().training.gradientAccumulationSteps > setup.data().trainCount())
        beginAgain(loop); // whole steps follow
    LayerProbe probe(setup, loop, options.peak);
    probe.beginStep();
    trainUnrecorded(loop, 1, 1, options.watch);
    probe.endStep();
    for (int pass = 0; pass < passes; ++pass)
        probe.time();
    probe.lookAtUnits();
    profile.layers = probe.measures();
    return profile;
}

} // namespace netsmith::inspect
