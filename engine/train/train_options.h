#pragma once

#include "engine/train/events.h"
#include "engine/train/live_run.h"

#include <atomic>
#include <stop_token>

namespace netsmith::train {

/// What a run needs to know beside its project, whose training settings say the rest.
struct TrainOptions {
    std::filesystem::path projectFile{}; ///< names the default run folder and lies beside it
    std::filesystem::path runFolder{}; ///< empty: `RunFolder::createBeside(projectFile)`
    std::filesystem::path dataDir{}; ///< searched first for data; may be empty
    std::filesystem::path resume{}; ///< a run, to go on from its newest checkpoint, or one of its checkpoints; empty: a new run
    std::filesystem::path weights{}; ///< a run, or one of its checkpoints, whose weights a new run starts from; empty: drawn ones
    bool acceptOtherFingerprint = false; ///< resume though the bits will differ from an uninterrupted run's
    bool fuse = true;
    bool deterministic = true; ///< false: kernels that add in any order may be chosen, and another run's bits differ
    TunedAlgorithms tunedAlgorithms{}; ///< used in place of timing; a resumed run has its own
    /// Looked at between launches: writes a checkpoint and ends. During the preparation it ends with `data.cancelled`, and nothing
    /// is on disk.
    std::stop_token stop{};
    /// Called on the trainer's thread before every launch of training and of validation, the very first one too. Says how long that
    /// launch is, and may ask the network and block as long as it likes: that is a pause, whose time is none of the run's. A stop
    /// asked for meanwhile acts before the launch. What it throws ends the run.
    std::function<LaunchOrder(LiveRun&)> between{};
    std::atomic<bool>* checkpointWanted = nullptr; ///< set it for a checkpoint after the next launch; the trainer clears it
    /// What the device has taken so far, in joules since some moment that stays the same; nothing where it does not tell.
    std::function<std::optional<double>()> joules{};
    double peakFlops = 0.0; ///< what the device was measured at, see `ComputeRate`
    bool writeAtOnce = false; ///< every epoch's checkpoint as soon as it is taken, however long that takes
    std::function<double()> clock{}; ///< seconds, which writing checkpoints is timed by; empty: the steady clock
    std::int64_t steps = 0; ///< ends with a checkpoint once the run has trained this many, resumed or not; 0: no limit
    int stepsPerLaunch = 0; ///< 0: by the clock; results do not depend on it
    int samplesAtOnce = 0; ///< of a set that is brought bit by bit; 0: as the device's memory asks; results do not depend on it
    TrainEvents events{};
};

} // namespace netsmith::train
