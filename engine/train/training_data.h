#pragma once

#include "engine/fields/data_paths.h"
#include "engine/fields/dataset.h"
#include "engine/fields/watch.h"
#include "engine/graph/project/project.h"
#include "engine/predict/preparing.h"
#include "engine/train/data_placement.h"

namespace netsmith::train {

/// A data set and how it was chosen.
struct LoadedData {
    data::DataSet set;
    Message words; ///< "MNIST from /path"; for a stand-in also why, and how to get the real one
    bool standIn = false;
    std::vector<data::FieldSpec> learnt{}; ///< of the run being resumed; empty: a new run
};

/// The project's data set, or its stand-in if it is not available. Throws `data.*`.
LoadedData loadData(const Project& project, const std::filesystem::path& dataDir, const data::Watch& watch = {});

/// The same, reported as a part of a run's preparation.
LoadedData readData(const Project& project, const std::filesystem::path& dataDir, const PreparingWatch& watch);

/// A data set split into training and validation.
struct TrainingData {
    LoadedData loaded;
    std::vector<std::int32_t> train; ///< samples of the training split, in the order in which they are read without shuffling
    std::vector<std::int32_t> validation; ///< likewise of `validationSplit()`; empty: no validation
    bool heldOut = false; ///< validation samples are taken out of the training split

    const data::DataSplit& trainSplit() const { return loaded.set.train; }
    const data::DataSplit& validationSplit() const { return heldOut ? loaded.set.train : loaded.set.test; }
    /// Of the splits in use.
    std::int64_t bytes() const { return trainSplit().bytes() + (validation.empty() || heldOut ? 0 : validationSplit().bytes()); }
    /// Of the same, for `placeData`.
    DataExtent extent() const;
    std::int64_t trainCount() const { return static_cast<std::int64_t>(train.size()); }
    std::int64_t validationCount() const { return static_cast<std::int64_t>(validation.size()); }
};

/// Whether a layer is stateful.
bool keepsStates(const Project& project);

/// Splits as the project says, checks the labels, and fits raw fields to the training samples (`data::fitField`): the columns of
/// tables and series, the tokens of texts. With stateful layers there are only full batches, and windows of one sequence are
/// arranged so that each batch continues the one before it; all other samples stay in order, as in Keras. Throws `data.label`,
/// `data.no_test`, `data.empty_set`, `data.share*`, `data.few_to_judge`.
TrainingData divideData(const Project& project, LoadedData loaded);

} // namespace netsmith::train
