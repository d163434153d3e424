#pragma once

#include "engine/telemetry/telemetry_sources.h"
#include "engine/train/trainer/events.h"
#include "engine/train/trainer/live_run.h"

#include <atomic>
#include <stop_token>

namespace netsmith::train {

/// The options of a run besides its project's training settings.
struct TrainOptions {
    std::filesystem::path projectFile{}; ///< names the default run folder, which is created next to it
    std::filesystem::path runFolder{}; ///< empty: `RunFolder::createBeside(projectFile)`
    std::filesystem::path dataDir{}; ///< searched first for data; may be empty
    std::filesystem::path resume{}; ///< a run, to resume from its newest checkpoint, or one of its checkpoints; empty: a new run
    std::filesystem::path weights{}; ///< a run, or one of its checkpoints, whose weights a new run starts from; empty: random
    bool acceptOtherFingerprint = false; ///< resume though the bits will differ from an uninterrupted run's
    bool fuse = true;
    /// The outputs of frozen layers are computed once where they are the same in every step. A resumed run does as it did before.
    bool featureCache = true;
    bool deterministic = true; ///< false: kernels that add in any order may be chosen, and another run's bits differ
    /// Ranks that train as one, each on its share of every batch, or null. The first of them is a trainer; the others follow it,
    /// see `followTraining`. It outlives the training.
    Communicator* ranks = nullptr;
    TunedAlgorithms tunedAlgorithms{}; ///< used in place of timing; a resumed run has its own
    /// Checked between launches: on a stop the run writes a checkpoint and ends. During preparation it ends with `data.cancelled`,
    /// and nothing is on disk.
    std::stop_token stop{};
    /// Called on the trainer's thread before every launch of training and of validation, the very first one too. Returns the length
    /// of that launch, and may use the network and block for any time: that is a pause, whose time does not count. A stop requested
    /// meanwhile acts before the launch. What it throws ends the run.
    std::function<LaunchOrder(LiveRun&)> between{};
    std::atomic<bool>* checkpointWanted = nullptr; ///< set it for a checkpoint after the next launch; the trainer clears it
    /// The energy used by the device so far, in joules since a fixed moment; nothing if unknown. Called on the trainer's thread, at
    /// least at every end of an epoch and whenever the machine is recorded.
    std::function<std::optional<double>()> joules{};
    double peakFlops = 0.0; ///< the device's measured peak, see `ComputeRate`
    bool recordMachine = true; ///< writes `telemetry.csv`
    telemetry::TelemetrySources sensors{}; ///< for that
    bool writeAtOnce = false; ///< writes every epoch's checkpoint immediately, regardless of the cost
    std::function<double()> clock{}; ///< the clock for timing checkpoint writes, in seconds; empty: the steady clock
    /// Ends with a checkpoint once the run has trained this many, resumed or not: 0 keeps the initial weights as a run.
    std::optional<std::int64_t> steps{};
    int stepsPerLaunch = 0; ///< 0: by the clock; results do not depend on it
    int samplesAtOnce = 0; ///< for a data set loaded in parts; 0: depends on the device's memory; results do not depend on it
    TrainEvents events{};
};

} // namespace netsmith::train
