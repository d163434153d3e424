#include "engine/inspect/measures/moment_measures.h"

#include "engine/inspect/measures/layer_probe.h"
#include "engine/inspect/measures/unrecorded_training.h"
#include "engine/store/arena_arrays.h"

#include <utility>

namespace netsmith::inspect {
namespace {

constexpr int timedPasses = 5;

void restore(train::TrainingSetup& setup, const Checkpoint& checkpoint)
{
    CompiledNetwork& network = setup.network();
    const TrainingPosition& at = checkpoint.state.position;
    restoreWeights(network.state(), network.plan(), checkpoint.weights, (checkpoint.folder / "weights.safetensors").string());
    restoreSlots(network.state(), network.plan(), checkpoint.optimizer, (checkpoint.folder / "optimizer.safetensors").string());
    network.writeCounters(at.counters, at.groupSteps);
}

/// Of a checkpoint at an epoch's end, where the run would have validated first.
void beginNext(train::TrainingLoop& loop)
{
    TrainingPosition at = loop.at();
    ++at.epoch;
    loop.setPosition(std::move(at));
    beginAgain(loop);
}

} // namespace

StepMeasures measureMoment(train::TrainingSetup& setup, const Checkpoint& checkpoint, double peak, const PreparingWatch& watch)
{
    restore(setup, checkpoint);
    train::TrainingLoop loop(setup, setup.project().training);
    loop.setPosition(checkpoint.state.position);
    if (loop.isAtEpochEnd())
        beginNext(loop);
    else
        loop.beginEpoch();
    const std::int64_t step = setup.batch() * setup.project().training.gradientAccumulationSteps;
    const auto makeRoom = [&] {
        if (loop.samplesDone() + step > setup.data().trainCount())
            beginAgain(loop);
    };
    makeRoom();
    LayerProbe probe(setup, loop, peak);
    probe.lookAtUnits();
    probe.beginStep();
    trainUnrecorded(loop, 1, 1, watch);
    probe.endStep();
    for (int pass = 0; pass < timedPasses; ++pass) {
        watch.throwIfStopped();
        makeRoom();
        probe.time();
    }
    StepMeasures measures = probe.measures();
    measures.step = control::stepsTaken(checkpoint.state.position.counters);
    return measures;
}

} // namespace netsmith::inspect
