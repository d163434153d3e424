#pragma once

#include "engine/backend/backend.h"
#include "engine/predict/preparing.h"
#include "engine/store/compute_rate.h"
#include "engine/store/run_record.h"
#include "engine/store/telemetry_row.h"
#include "engine/train/project_checks.h"

#include <filesystem>
#include <functional>

namespace netsmith::train {

/// A run's description, before its first step.
struct StartEvent {
    std::string title;
    std::filesystem::path run;
    std::string device;
    std::string deviceName;
    std::string precision;
    std::int64_t batch = 0;
    std::int64_t epochs = 0;
    std::int64_t seed = 0;
    std::int64_t stepsPerEpoch = 0;
    std::int64_t trainSamples = 0;
    std::int64_t validationSamples = 0;
    std::int64_t parameters = 0;
    std::int64_t step = 0; ///< already done, in a resumed run
    MemoryUse memory;
    Message data; ///< a description of the data
    bool standIn = false; ///< a different data set than the project's
    std::vector<ScaledInput> inputs;
    std::vector<Message> warnings;
    std::string judgedBy{}; ///< the monitored quantity, which decides the best epoch: "val_accuracy"
};

/// One step's numbers, as in its row of `metrics.csv`.
struct StepValues {
    std::int64_t step = 0; ///< from 1
    double learningRate = 0.0;
    std::vector<double> values; ///< means over the step's samples, in the order of `StepEvent::values`
    std::optional<double> lossScale{}; ///< what its loss was multiplied by, if the precision needs it
    bool skipped = false; ///< it was skipped because its gradients overflowed
    std::vector<double> groupRates{}; ///< in the order of `StepEvent::groupRates`
};

/// The state after a launch of some steps; the values are its last step's.
struct StepEvent {
    std::int64_t step = 0; ///< done so far, in total
    std::int64_t totalSteps = 0;
    std::int64_t epoch = 0; ///< from 1
    std::string phase{}; ///< the name of the last step's phase, if the project has phases
    double learningRate = 0.0;
    NamedValues groupRates{}; ///< "head/lr": of the groups with an optimizer or a schedule of their own
    /// Since the previous launch was reported, or since the epoch began: all training time except validation, checkpoints and
    /// pauses.
    double samplesPerSecond = 0.0;
    NamedValues values; ///< "loss", "accuracy"
    double seconds = 0.0; ///< of training so far, over all resumptions, without pauses
    NamedValues epochValues; ///< means over the epoch so far
    std::vector<StepValues> steps; ///< every step of the launch
    std::optional<double> lossScale; ///< of the next step, if the precision needs one
    std::int64_t skippedSteps = 0; ///< skipped because their gradients overflowed, in total
    ComputeRate rate{}; ///< in the same time
};

/// An epoch and its validation have finished.
struct EpochEvent {
    std::int64_t epoch = 0; ///< from 1
    std::int64_t epochs = 0;
    std::int64_t step = 0;
    double seconds = 0.0; ///< of this epoch's training and validation, in this process, pauses left out
    NamedValues values; ///< "loss", "accuracy", "val_loss", "val_accuracy": means over the epoch and the validation samples
    bool best = false; ///< the best so far, by the monitored value
    double learningRate = 0.0; ///< of the epoch's last step
    double totalSeconds = 0.0; ///< of training so far, over all resumptions, without pauses
    std::int64_t epochsWaited = 0; ///< since the last improvement that early stopping counts
    std::optional<double> joules{}; ///< used by the device for it, in this process, if known
    ComputeRate rate{}; ///< of its training in this process, as `StepEvent::samplesPerSecond` counts
    /// The share of the training's time in which the first of several ranks exchanged numbers with the others, or waited for them.
    std::optional<double> exchange{};
};

/// Why a run ended.
enum class Ending {
    lastEpoch, ///< it reached its last step
    earlyStopping, ///< the monitored value no longer improved
    stopRequested,
};

/// How a run ended.
struct DoneEvent {
    RunState state = RunState::done; ///< or stopped
    std::filesystem::path run;
    std::filesystem::path checkpoint; ///< the run's result: the newest, or that of the restored epoch
    std::int64_t step = 0;
    std::int64_t epochsDone = 0;
    double seconds = 0.0; ///< of training, all resumptions together, pauses left out
    NamedValues values; ///< of the last epoch that ended
    Message words; ///< for a stopped run, how to resume
    Ending ending = Ending::lastEpoch;
    std::optional<std::int64_t> restoredEpoch; ///< from 1: the epoch whose weights are the result, if it is not the last one
    std::string judgedBy{}; ///< as at its start
    std::optional<std::int64_t> bestEpoch{}; ///< from 1, by that
    std::optional<double> best{}; ///< what that was then
    NamedValues persistence{}; ///< see `persistenceErrors`: the baseline of a forecast, on the validation samples
};

/// Callbacks with plain values, on the trainer's own thread; all are optional.
struct TrainEvents {
    std::function<void(const PreparingEvent&)> preparing{}; ///< before `start`
    std::function<void(const StartEvent&)> start{};
    std::function<void(const StepEvent&)> step{};
    std::function<void(const EpochEvent&)> epoch{};
    std::function<void(const std::vector<TelemetryRow>&)> telemetry{}; ///< rows that were added to the run's `telemetry.csv`
    std::function<void(const DoneEvent&)> done{};
};

} // namespace netsmith::train
