#include "engine/inspect/attribution/live_copy.h"

#include "engine/store/arena_arrays.h"
#include "engine/train/setup.h"
#include "engine/train/trainer/live_run.h"

namespace netsmith::inspect {

NetworkCopy copyOfLiveRun(train::LiveRun& run)
{
    train::TrainingSetup& setup = run.setup();
    CompiledNetwork& network = setup.network();
    return {.project = setup.project(),
            .fields = setup.fieldSpecs(),
            .weights = captureWeights(network.state(), network.plan()),
            .step = run.position().step};
}

} // namespace netsmith::inspect
