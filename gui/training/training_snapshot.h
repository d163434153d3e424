#pragma once

#include "engine/backend/backend.h"
#include "engine/core/error.h"
#include "engine/graph/project.h"
#include "engine/runs/cross_validation.h"
#include "engine/runs/run_curves.h"
#include "engine/train/events.h"

#include <memory>
#include <optional>

namespace netsmith::gui {

struct PreflightOutcome;

/// What the worker is at with a job.
enum class WorkerPhase { idle, preparing, estimated, training, validating, paused, stopped, finished, failed, cancelled };

/// What is known of a run once it is prepared.
struct RunFacts {
    std::filesystem::path folder;
    std::shared_ptr<const Project> project; ///< as it was when the run began, before any longer training
    std::string title;
    std::string device;
    std::string deviceName;
    std::string precision;
    std::int64_t batch = 0;
    std::int64_t epochs = 0;
    std::int64_t stepsPerEpoch = 0;
    std::int64_t trainSamples = 0;
    std::int64_t validationSamples = 0;
    std::int64_t parameters = 0;
    MemoryUse memory;
    Message data; ///< which data, in words
    bool standIn = false;
    std::vector<Message> warnings;
    std::optional<runs::FoldPlace> fold{}; ///< that this is, of a cross-validation

    /// The run that is listed and gone on with: of a fold its cross-validation.
    const std::filesystem::path& listed() const { return fold ? fold->parent : folder; }
};

/// A fold's run, over which the next one began: what was not taken of it yet.
struct PassedRun {
    std::shared_ptr<const RunFacts> facts;
    bool curvesBegin = false;
    runs::RunCurves newCurves;
};

/// Why a job came to nothing.
struct TrainingProblem {
    ErrorKind kind = ErrorKind::failed;
    Message message;
};

/// How training stands: a plain value that the worker brings up to date and the window takes, at most 30 times a second.
struct TrainingSnapshot {
    std::uint64_t job = 0;
    std::uint64_t order = 0; ///< the last order to pause, step or go on that was followed
    WorkerPhase phase = WorkerPhase::idle;

    // While it is prepared.
    Message words; ///< "Reading MNIST"
    std::int64_t done = 0;
    std::int64_t total = 0; ///< 0: not known

    std::shared_ptr<const PreflightOutcome> preflight; ///< the newest, also while it still times
    std::shared_ptr<const RunFacts> facts; ///< null before the run has begun

    std::int64_t step = 0; ///< done so far
    std::int64_t totalSteps = 0;
    std::int64_t epoch = 0; ///< from 1
    std::int64_t epochs = 0;
    double epochShare = 0.0; ///< of the epoch's training samples that were seen
    double validationShare = 0.0;
    std::string trainedPhase{}; ///< the name of the project's phase that is trained, where they follow each other
    double learningRate = 0.0;
    std::optional<double> lossScale; ///< where the precision needs one
    std::int64_t skippedSteps = 0;
    double samplesPerSecond = 0.0;
    ComputeRate rate{};
    double seconds = 0.0; ///< of training, pauses left out
    std::optional<double> secondsLeftOfEpoch;
    std::optional<double> secondsLeft;
    NamedValues values; ///< means over the epoch so far
    NamedValues epochValues; ///< of the last epoch that ended
    std::string judgedBy; ///< what tells which epoch is best: "val_accuracy"
    std::optional<double> best; ///< what that came to in the best epoch, of a run that ended
    std::optional<std::int64_t> bestEpoch; ///< likewise, from 1
    NamedValues persistence; ///< see `train::persistenceErrors`; of a run of a series that ended

    std::filesystem::path checkpoint; ///< of a run that ended: its result; of one that failed: what to go on from, if anything
    train::Ending ending = train::Ending::lastEpoch;
    std::optional<std::int64_t> restoredEpoch;
    std::optional<runs::CrossValidation> crossValidation; ///< what came of its folds, once it ended
    std::optional<TrainingProblem> problem;

    std::vector<PassedRun> passed; ///< since the last time it was taken, in order
    bool curvesBegin = false; ///< `newCurves` begins a run's curves rather than going on with them
    runs::RunCurves newCurves; ///< since the last time it was taken
};

} // namespace netsmith::gui
