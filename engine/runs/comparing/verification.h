#pragma once

#include "engine/predict/preparing.h"
#include "engine/runs/comparing/run_difference.h"

#include <functional>
#include <stop_token>

namespace netsmith::runs {

struct VerifyOptions {
    std::int64_t steps = 0; ///< how many; 0: all that the run made
    std::filesystem::path dataDir{}; ///< searched first for data
    std::filesystem::path workDir{}; ///< where the second training's folder is created; empty: the system's temporary folder
    int threads = 0; ///< 0: as many as the run had
    std::stop_token stop{};
    std::function<void(const PreparingEvent&)> preparing{};
    std::function<void(std::int64_t done, std::int64_t total)> progress{}; ///< in steps
};

/// Where the tables of the two trainings diverge.
struct RowDifference {
    std::int64_t epoch = 0; ///< from 1
    std::int64_t step = 0; ///< from 1
    bool ofEpoch = false; ///< the step's own numbers are the same: the epoch's, or its validation's, are not
    std::string column; ///< the first that differs: "loss"
    std::string then;
    std::string now;
};

/// Where their weights diverge.
struct CheckpointDifference {
    std::int64_t step = 0;
    std::vector<std::string> parameters; ///< in the plan's order, so by layer; an optimizer's slots after the weights
    std::int64_t count = 0; ///< of all compared
};

/// The result of training a run again.
struct Verification {
    std::int64_t steps = 0; ///< compared
    std::int64_t runSteps = 0; ///< that the run made
    std::int64_t checkpoints = 0; ///< compared
    std::vector<FactDifference> environment; ///< the differences between then and now: the likely causes, data first
    std::vector<Message> notes; ///< more of them, as messages
    std::optional<RowDifference> row;
    bool weightsAgree = false; ///< in the first checkpoint after the row that differs
    std::optional<CheckpointDifference> checkpoint;
    double seconds = 0.0;

    bool identical() const { return !row && !checkpoint; }
    /// "bit-identical: …", or the first step and the layer that differ.
    Message verdict() const;
};

/// Trains a run again from its own settings, from the first step on, in a temporary folder that is removed, and compares every row
/// of `metrics.csv` and the weights of every checkpoint that the run still has, bit by bit. Stops soon after the first difference.
/// A run that was interrupted and resumed must equal one that was not. The run itself is only read.
/// Throws `run.none`, `run.locked` while it is trained, `verify.rows` if it has no rows, `run.data_source` if its data set is not
/// available, `verify.stopped`, and the errors of training.
Verification verifyRun(const std::filesystem::path& run, const VerifyOptions& options);

} // namespace netsmith::runs
