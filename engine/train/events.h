#pragma once

#include "engine/backend/backend.h"
#include "engine/train/store/run_record.h"

#include <filesystem>
#include <functional>

namespace netsmith::train {

/// What a run is about, before its first step.
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
    std::int64_t step = 0; ///< done already, by the run that goes on
    MemoryUse memory;
    Message data; ///< which data, in words
    bool standIn = false; ///< another data set than the project's
    std::vector<Message> warnings;
};

/// How things stand after a launch of some steps; the values are its last step's.
struct StepEvent {
    std::int64_t step = 0; ///< done so far, ever
    std::int64_t totalSteps = 0;
    std::int64_t epoch = 0; ///< from 1
    double learningRate = 0.0;
    double samplesPerSecond = 0.0;
    NamedValues values; ///< "loss", "accuracy"
};

/// An epoch and its validation are over.
struct EpochEvent {
    std::int64_t epoch = 0; ///< from 1
    std::int64_t epochs = 0;
    std::int64_t step = 0;
    double seconds = 0.0; ///< of this epoch's training and validation, in this process
    NamedValues values; ///< "loss", "accuracy", "val_loss", "val_accuracy": means over the epoch and the validation samples
    bool best = false; ///< the lowest loss so far
};

/// How a run ended.
struct DoneEvent {
    RunState state = RunState::done; ///< or stopped
    std::filesystem::path run;
    std::filesystem::path checkpoint; ///< the newest
    std::int64_t step = 0;
    std::int64_t epochsDone = 0;
    double seconds = 0.0; ///< of training, all resumptions together
    NamedValues values; ///< of the last epoch that ended
    Message words; ///< for a stopped run how to go on
};

/// Plain values to whoever watches, on the trainer's own thread; all are optional.
struct TrainEvents {
    std::function<void(const StartEvent&)> start;
    std::function<void(const StepEvent&)> step;
    std::function<void(const EpochEvent&)> epoch;
    std::function<void(const DoneEvent&)> done;
};

} // namespace netsmith::train
