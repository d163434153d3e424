#include "engine/inspect/measures/step_profile.h"

#include "engine/inspect/measures/layer_probe.h"

#include <algorithm>

namespace netsmith::inspect {
namespace {

/// Begins the epoch again, without a validation.
void beginAgain(train::TrainingLoop& loop)
{
    TrainingPosition at = loop.at();
    at.counters[control::position] = 0;
    std::ranges::fill(at.sums, 0.0);
    loop.setPosition(std::move(at));
    loop.beginEpoch();
}

/// Trains for `steps` steps; returns the seconds per step of each launch. `wanted`: steps of a launch, 0: by the clock.
std::vector<double> train(train::TrainingLoop& loop, std::int64_t steps, int wanted, const PreparingWatch& watch)
{
    std::vector<double> seconds;
    for (const std::int64_t end = loop.step() + steps; loop.step() < end;) {
        watch.throwIfStopped();
        if (loop.isAtEpochEnd())
            beginAgain(loop);
        const train::TrainingLoop::Launch launch = loop.launch(end - loop.step(), wanted);
        if (launch.done < launch.ordered)
            throw Error(
                ErrorKind::diverged,
                NS_MESSAGE("profile.diverged",
                           "step {0} made a NaN or an infinity, so nothing can be measured; choose a smaller learning rate"),
                loop.step() + 1);
        seconds.push_back(launch.seconds / launch.done);
    }
    return seconds;
}

} // namespace

StepProfile profileSteps(train::TrainingSetup& setup, const ProfileOptions& options)
{
    constexpr int passes = 5;
    train::TrainingLoop loop(setup, setup.project().training);
    loop.beginEpoch();
    train(loop, options.steps, 0, options.watch);
    std::vector<double> seconds = train(loop, options.steps, 0, options.watch);
    std::ranges::sort(seconds);
    StepProfile profile;
    profile.step = seconds[seconds.size() / 2];

    if (loop.samplesDone() + 2 * setup.batch() * setup.project().training.gradientAccumulationSteps > setup.data().trainCount())
        beginAgain(loop); // whole steps follow
    LayerProbe probe(setup, loop, options.peak);
    probe.beginStep();
    train(loop, 1, 1, options.watch);
    probe.endStep();
    for (int pass = 0; pass < passes; ++pass)
        probe.time();
    try {
        probe.lookAtUnits(*setup.observe());
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::resources)
            throw;
        probe.setUnobserved(error.message());
    }
    profile.layers = probe.measures();
    return profile;
}

} // namespace netsmith::inspect
