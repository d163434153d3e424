#pragma once

#include "engine/store/run_record.h"
#include "engine/train/train_options.h"

#include "engine/fields/dataset.h"
#include "engine/graph/project/project.h"

namespace netsmith::runs {

/// Which fold of which cross-validation.
struct FoldPlace {
    std::filesystem::path parent;
    std::int64_t fold = 0; ///< from 1
    std::int64_t folds = 0;

    std::filesystem::path run() const; ///< the folder of the fold's own run
    Message words() const; ///< "fold 2 of 5"
};

/// The result of one fold.
struct FoldResult {
    FoldPlace place;
    std::string judgedBy; ///< "val_accuracy"
    NamedValues values; ///< of the epoch whose weights are the run's result
    std::string divergence{}; ///< why it diverged, if it did; its values are then ignored
};

/// The results of all folds so far.
struct CrossValidation {
    std::filesystem::path run; ///< the parent
    RunState state = RunState::done; ///< or stopped, or diverged if a fold has
    std::int64_t folds = 0; ///< the total number
    std::vector<FoldResult> done;
    std::vector<FoldResult> diverged;
    NamedValues means; ///< over the finished ones
    NamedValues deviations; ///< sample standard deviations; empty for one

    /// "mean of 3 of 5 folds"
    Message words() const;
    /// Which folds diverged and why; only if some have.
    Message divergence() const;
};

struct CrossValidationOptions {
    std::int64_t folds = 0; ///< 0: that of the resumed run
    std::filesystem::path projectFile{}; ///< names the parent's folder, which is created next to it
    std::filesystem::path runFolder{}; ///< empty: a new one next to the project file
    std::filesystem::path resume{}; ///< a cross-validation to resume; empty: a new one
    std::filesystem::path weights{}; ///< a run, or one of its checkpoints, whose weights each fold starts from; empty: drawn ones
    std::filesystem::path dataDir{};
    std::stop_token stop{}; ///< ends the fold that is trained, with a checkpoint
    std::function<void(const PreparingEvent&)> preparing{}; ///< while the data is read to be split
    /// The options of a fold's training besides its project, its folders and `stop`. Called before each.
    std::function<train::TrainOptions(const FoldPlace& place, const Project& project)> options{};
    std::function<void(const FoldResult&)> done{}; ///< of a fold that diverged, too
};

/// Trains a project once per fold of its training samples, each time with that fold for validation, as runs in `folds` below a
/// parent run that holds the mean and the deviation of their measurements. Folds are stratified if the target is a class, no sample
/// is in two, and the same seed gives the same folds. If a fold diverges, the others are still trained: the parent is then
/// diverged, too, names the fold, and holds the mean and the deviation of the others. An interrupted parent continues with its
/// current fold, with its project and initial weights. Throws the errors of `Trainer` and of reading the data, `data.folds`,
/// `folds.windows` for overlapping samples, `folds.parent` for a run that is not a cross-validation, and `resume.project` if the
/// project to resume is not the parent's, its epochs and its early stopping included: all folds are trained alike.
CrossValidation crossValidate(const Project& project, const CrossValidationOptions& options);

/// The number of folds, declared for user interfaces: 0 for a plain training.
const ParameterSpec& foldsSetting();

/// The training samples that each fold holds out, as `crossValidate` splits them. Throws `data.folds` and `folds.windows`.
std::vector<std::vector<std::int32_t>> dealFolds(const Project& project, const data::DataSet& set, std::int64_t folds);

/// The result of a finished fold with this record.
FoldResult resultOfFold(const FoldPlace& place, const RunRecord& record);

/// The folds that were started, in order, from the existing folders: the total number comes from a file that can't be trusted. None
/// if the run is not a cross-validation.
std::vector<FoldPlace> begunFolds(const std::filesystem::path& parent);

/// The cross-validation that a fold's run belongs to, by its location; empty for an independent run.
std::filesystem::path parentOfFold(const std::filesystem::path& run);

/// Whether a folder holds such a parent.
bool isCrossValidation(const std::filesystem::path& run);

} // namespace netsmith::runs
