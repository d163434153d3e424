#pragma once

#include "engine/backend/backend.h"
#include "engine/core/error.h"
#include "engine/graph/project/project.h"
#include "engine/inspect/doctor/diagnosis.h"
#include "engine/inspect/measures/layer_measures.h"
#include "engine/runs/cross_validation.h"
#include "engine/runs/run_curves.h"
#include "engine/train/trainer/events.h"

#include <memory>
#include <optional>

namespace netsmith::gui {

struct PreflightOutcome;

/// The worker's phase of a job.
enum class WorkerPhase { idle, preparing, estimated, training, validating, paused, stopped, finished, failed, cancelled };

/// Facts about a run, known once it is prepared.
struct RunFacts {
    std::filesystem::path folder;
    std::shared_ptr<const Project> project; ///< as when the run started, before training for longer
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
    Message data; ///< a description of the data
    bool standIn = false;
    std::vector<Message> warnings;
    std::optional<runs::FoldPlace> fold{}; ///< the fold of a cross-validation, if it is one

    /// The run that is listed and resumed: for a fold, its cross-validation.
    const std::filesystem::path& listed() const { return fold ? fold->parent : folder; }
};

/// The run of a fold that ended before the next one started: what has not been taken of it yet.
struct PassedRun {
    std::shared_ptr<const RunFacts> facts;
    bool curvesBegin = false;
    runs::RunCurves newCurves;
};

/// Why a job failed.
struct TrainingProblem {
    ErrorKind kind = ErrorKind::failed;
    Message message;
};

/// The state of training: a plain value that the worker updates and the window takes, at most 30 times a second.
struct TrainingSnapshot {
    std::uint64_t job = 0;
    std::uint64_t order = 0; ///< the last order to pause, step or continue that was followed
    WorkerPhase phase = WorkerPhase::idle;

    // During preparation.
    Message words; ///< "Reading MNIST"
    std::int64_t done = 0;
    std::int64_t total = 0; ///< 0: unknown

    std::shared_ptr<const PreflightOutcome> preflight; ///< the latest, also while it is still timing
    std::shared_ptr<const RunFacts> facts; ///< null until the run has started

    std::int64_t step = 0; ///< completed so far
    std::int64_t totalSteps = 0;
    std::int64_t epoch = 0; ///< from 1
    std::int64_t epochs = 0;
    double epochShare = 0.0; ///< the fraction of the epoch's training samples seen so far
    double validationShare = 0.0;
    std::string trainedPhase{}; ///< the name of the current phase, if the project's phases follow each other
    double learningRate = 0.0;
    std::optional<double> lossScale; ///< if the precision needs one
    std::int64_t skippedSteps = 0;
    double samplesPerSecond = 0.0;
    ComputeRate rate{};
    double seconds = 0.0; ///< of training, without pauses
    std::optional<double> secondsLeftOfEpoch;
    std::optional<double> secondsLeft;
    std::shared_ptr<const inspect::StepMeasures> measures; ///< of the layers, the latest; null until there are any
    std::shared_ptr<const std::vector<inspect::Diagnosis>> diagnoses; ///< the latest; null until the run was examined
    NamedValues values; ///< means over the epoch so far
    NamedValues epochValues; ///< of the last completed epoch
    std::string judgedBy; ///< the metric that determines the best epoch: "val_accuracy"
    std::optional<double> best; ///< its value in the best epoch, of a run that ended
    std::optional<std::int64_t> bestEpoch; ///< likewise, from 1
    NamedValues persistence; ///< see `train::persistenceErrors`; of a run on a series that ended

    std::filesystem::path checkpoint; ///< of a run that ended: its result; of one that failed: what to resume from, if anything
    train::Ending ending = train::Ending::lastEpoch;
    std::optional<std::int64_t> restoredEpoch;
    std::optional<runs::CrossValidation> crossValidation; ///< the result of its folds, once it ended
    std::optional<TrainingProblem> problem;

    std::vector<PassedRun> passed; ///< since the last time it was taken, in order
    bool curvesBegin = false; ///< `newCurves` starts a run's curves instead of continuing them
    runs::RunCurves newCurves; ///< since the last time it was taken
};

} // namespace netsmith::gui
