#pragma once

#include "engine/store/checkpoint_queue.h"
#include "engine/store/run_folder.h"
#include "engine/train/learning_rates.h"
#include "engine/train/trainer/events.h"

namespace netsmith::train {

/// Whether a step was skipped, in the tables of runs with a scaled loss: 1 or 0, next to the scale in `lossScaleColumn`.
inline constexpr std::string_view skippedColumn = "skipped";

/// The files of a run during training: its tables, its record, its checkpoints.
class RunLog {
public:
    /// A new run's files. `names` are the measured quantities, `validated` those of the validation; `scaled`: the loss is scaled.
    static RunLog create(RunFolder folder, const Project& project, RunRecord record, const std::vector<std::string>& names,
                         const std::vector<std::string>& validated, bool scaled = false);
    /// An interrupted run's, with its tables truncated to a position. Throws `log.gap` if rows before it are missing.
    static RunLog reopen(RunFolder folder, const Project& project, RunRecord record, const std::vector<std::string>& names,
                         const std::vector<std::string>& validated, bool scaled, const TrainingPosition& position);

    const RunFolder& folder() const { return m_folder; }
    RunRecord& record() { return m_record; }
    const RunRecord& record() const { return m_record; }

    /// Collects a step's row; `flush` writes what was collected. Steps and epochs are numbered from 1.
    void step(std::int64_t epoch, const StepValues& step);
    void epoch(std::int64_t epoch, std::int64_t step, std::span<const double> rates, std::span<const double> means,
               std::span<const double> validated);
    /// A launch's time.
    void timing(std::int64_t epoch, std::int64_t step, int steps, double seconds);
    /// Writes the rows. Throws `log.write`.
    void flush();

    /// Takes a checkpoint of the current state, which `writeCheckpoints` writes unless it is no longer among those to keep. Before
    /// the state changes, call that or `captureCheckpoints`. `passing`: it is only for resuming, and is removed when there is a
    /// newer one. Returns its folder.
    std::filesystem::path checkpoint(State& arrays, const LogicalPlan& plan, const CheckpointState& state, std::int64_t keep,
                                     bool passing);
    const CheckpointQueue& waiting() const { return m_waiting; }
    /// Copies the arrays of those that can wait.
    void captureCheckpoints() { m_waiting.capture(); }
    /// Writes the pending ones, and `run.json`, then removes the older ones that are not kept.
    void writeCheckpoints();
    /// Writes `run.json` with this state.
    Expected<void> save(RunState state, const std::string& error = {});

private:
    RunLog(RunFolder folder, RunRecord record, CsvLog metrics, CsvLog timing, std::size_t validated, bool scaled);

    RunFolder m_folder;
    RunRecord m_record;
    CsvLog m_metrics;
    CsvLog m_timing;
    std::size_t m_validated;
    bool m_scaled; ///< its table has the loss scale
    std::string m_rows;
    std::string m_timingRows;
    CheckpointQueue m_waiting;
    std::set<std::int64_t> m_passing; ///< steps of checkpoints that are only for resuming
};

/// The number of columns of a `metrics.csv` before the measurements: kind, epoch, step, the learning rates.
std::size_t columnsBeforeMeasured(std::span<const std::string_view> names);
/// The values of an epoch, from 1, in a run's `metrics.csv`; empty if there is no such row.
NamedValues valuesOfEpoch(const std::filesystem::path& metrics, std::int64_t epoch);
/// Likewise for the epoch that ended with this step.
NamedValues valuesOfStep(const std::filesystem::path& metrics, std::int64_t step);

} // namespace netsmith::train
