#pragma once

#include "engine/train/events.h"

#include <atomic>
#include <stop_token>

namespace netsmith::train {

/// What a run needs to know beside its project, whose training settings say the rest.
struct TrainOptions {
    std::filesystem::path projectFile; ///< names the default run folder and lies beside it
    std::filesystem::path runFolder; ///< empty: `defaultRunFolder(projectFile)`
    std::filesystem::path dataDir; ///< looked into first for data; may be empty
    std::filesystem::path resume; ///< a run, to go on from its newest checkpoint, or one of its checkpoints; empty: a new run
    bool acceptOtherFingerprint = false; ///< resume though the bits will differ from an uninterrupted run's
    bool fuse = true;
    std::stop_token stop; ///< looked at between launches: writes a checkpoint and ends
    std::atomic<bool>* checkpointWanted = nullptr; ///< set it for a checkpoint after the next launch; the trainer clears it
    int stepsPerLaunch = 0; ///< 0: by the clock; results do not depend on it
    TrainEvents events;
};

} // namespace netsmith::train
