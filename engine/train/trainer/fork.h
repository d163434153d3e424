#pragma once

#include "engine/train/trainer/trainer.h"

namespace netsmith::train {

/// A checkpoint that a new run begins from, and how much of it fits the new run's settings. A fork whose settings still fit goes on
/// as the run itself would have: at the checkpoint's step, with the optimizer's slots, the counters and the loss scale. One whose
/// optimizer, batch, data, network or objectives were changed takes only the weights.
struct Fork {
    Checkpoint checkpoint;
    WeightsOrigin origin;
    RunRecord record; ///< of the run that it belongs to
    std::optional<Message> change; ///< why only its weights are taken; none: everything is

    bool goesOn() const { return !change; }
    Message words() const;
};

/// What a new run of this project with this data takes from a checkpoint, or from the newest one of a run. Throws what
/// `readCheckpoint` and `checkpointPlace` say, the project's first error, and `fork.epochs` or `fork.patience` if nothing would be
/// left to train.
Fork forkOf(const std::filesystem::path& from, const Project& project, const LoadedData& data);

/// Trains the new run, in a folder of its own that holds the tables up to the fork. Throws what `Trainer` says; a run that could
/// not start leaves nothing.
DoneEvent trainFork(const Fork& fork, Project project, LoadedData data, Backend& backend, TrainOptions options);

/// The checkpoint that a run goes on from; nothing if it began with its first step. Throws if its file can't be read.
std::optional<WeightsOrigin> forkOriginOf(const std::filesystem::path& run);

} // namespace netsmith::train
