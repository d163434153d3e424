#pragma once

#include "engine/store/run_record.h"
#include "engine/train/train_options.h"

#include "engine/fields/dataset.h"
#include "engine/graph/project.h"

namespace netsmith::runs {

/// Which fold of which cross-validation.
struct FoldPlace {
    std::filesystem::path parent;
    std::int64_t fold = 0; ///< from 1
    std::int64_t folds = 0;

    std::filesystem::path run() const; ///< where the fold's own run lies
    Message words() const; ///< "fold 2 of 5"
};

/// What came of one fold.
struct FoldResult {
    FoldPlace place;
    std::string judgedBy; ///< "val_accuracy"
    NamedValues values; ///< of the epoch whose weights are the run's result
    std::string divergence{}; ///< why it diverged, where it did; its values then count for nothing
};

/// What came of them all so far.
struct CrossValidation {
    std::filesystem::path run; ///< the parent
    RunState state = RunState::done; ///< or stopped, or diverged where a fold has
    std::int64_t folds = 0; ///< that there are to be
    std::vector<FoldResult> done;
    std::vector<FoldResult> diverged;
    NamedValues means; ///< over those that are done
    NamedValues deviations; ///< sample standard deviations; empty for one

    /// "mean of 3 of 5 folds"
    Message words() const;
    /// Which folds diverged and why; only where some have.
    Message divergence() const;
};

struct CrossValidationOptions {
    std::int64_t folds = 0; ///< 0: of the run that goes on
    std::filesystem::path projectFile{}; ///< names the parent's folder and lies beside it
    std::filesystem::path runFolder{}; ///< empty: a new one beside the project file
    std::filesystem::path resume{}; ///< a cross-validation to go on with; empty: a new one
    std::filesystem::path weights{}; ///< a run, or one of its checkpoints, whose weights each fold starts from; empty: drawn ones
    std::filesystem::path dataDir{};
    std::stop_token stop{}; ///< ends the fold that is trained, with a checkpoint
    std::function<void(const PreparingEvent&)> preparing{}; ///< while the data are read to be dealt out
    /// What a fold's training is told beside its project, its folders and `stop`. Called before each.
    std::function<train::TrainOptions(const FoldPlace& place, const Project& project)> options{};
    std::function<void(const FoldResult&)> done{}; ///< of a fold that diverged, too
};

/// Trains a project once a fold of its training samples, each time with that fold for validation, as runs in `folds` below a parent
/// run that has the mean and the deviation of what they measured. Folds are dealt by class where a class is learnt, no sample lies
/// in two, and the same seed deals the same. A fold that diverges keeps none of the others from being trained: the parent is then
/// diverged, too, says which it was, and has the mean and the deviation of the others. A parent that was interrupted goes on with
/// the fold it was at, with the project it has and the weights it began with. Throws what `Trainer` and reading the data say,
/// `data.folds`, `folds.windows` for samples that overlap, `folds.parent` for a run that is none, and `resume.project` where the
/// project to go on with is not the parent's, its epochs and its early stopping included: all folds are trained alike.
CrossValidation crossValidate(const Project& project, const CrossValidationOptions& options);

/// How many folds, as it is declared for whoever asks a person: 0 for one training that is none.
const ParameterSpec& foldsSetting();

/// The training samples that each fold holds out, as `crossValidate` deals them. Throws `data.folds` and `folds.windows`.
std::vector<std::vector<std::int32_t>> dealFolds(const Project& project, const data::DataSet& set, std::int64_t folds);

/// What came of a fold whose run has this record and is over.
FoldResult resultOfFold(const FoldPlace& place, const RunRecord& record);

/// The folds that were begun, in order, by the folders that are there: how many there are to be is told by a file that may have
/// come from anywhere. None where the run is no cross-validation.
std::vector<FoldPlace> begunFolds(const std::filesystem::path& parent);

/// The cross-validation that a fold's run is a part of, by where it lies; empty where it is a run of its own.
std::filesystem::path parentOfFold(const std::filesystem::path& run);

/// Whether a folder holds such a parent.
bool isCrossValidation(const std::filesystem::path& run);

} // namespace netsmith::runs
