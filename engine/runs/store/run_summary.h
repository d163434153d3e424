#pragma once

#include "engine/runs/run_settings.h"
#include "engine/runs/store/run_label.h"
#include "engine/store/run_record.h"

namespace netsmith::runs {

/// A run as shown in a table: plain values, so that thousands of them are read, kept and sorted quickly.
struct RunSummary {
    std::filesystem::path folder;
    std::optional<Message> problem; ///< why the run, or a part of it, can't be read; the other values are still valid
    bool readable = false; ///< its record could be read: the following values are known
    bool active = false; ///< a process is training it now
    RunLabel label;
    std::int64_t number = 0; ///< in its folder of runs, from 1; 0: none
    std::string called; ///< see `namesOf`; empty if it was read alone

    RunState state = RunState::running;
    std::string error; ///< why it failed or diverged
    std::string project; ///< the project's title
    std::string projectFile; ///< its file's name; empty in runs from before it was stored
    std::string graphHash; ///< empty if neither the record nor the run's project has it; so is the next
    std::string settingsHash;
    RunSettings settings; ///< of its project, without those listed below
    std::string data; ///< in words
    std::string dataSource;
    std::string dataHash;
    std::string device;
    std::string deviceName;
    std::string precision;
    bool fuse = true;
    std::int64_t seed = 0;
    std::int64_t batch = 0;
    std::int64_t epochs = 0;
    std::int64_t parameters = 0;
    std::string started; ///< UTC, "2026-03-01T12:00:00Z"
    double seconds = 0.0; ///< of training
    std::int64_t epochsDone = 0;
    std::int64_t steps = 0;
    std::string judgedBy; ///< the monitored quantity, which decides the best epoch: "val_accuracy"
    std::optional<std::int64_t> bestEpoch; ///< from 1
    NamedValues bestValues; ///< of the best epoch
    NamedValues values; ///< of the last epoch; of a cross-validation the means over its folds
    std::int64_t folds = 0; ///< of a cross-validation; 0: it is not one
    NamedValues deviations; ///< of a cross-validation
    std::optional<double> samplesPerSecond;
    std::optional<std::int64_t> memoryBytes;
    std::optional<double> flopsPerSecond;
    std::optional<double> peakShare; ///< of the device's measured peak, if it was measured
    std::optional<double> joules;
    bool operator==(const RunSummary&) const = default;

    /// Its user-given name, else its name among the runs it was listed with: "#12 · lr 0.003".
    std::string name() const;
    /// "done", "interrupted" for one recorded as running that nobody trains, "unreadable".
    std::string stateName() const;
    /// Possible names of its project's file. If the record does not have it, from the folder's name: "…-net-2" is a second
    /// run of "net" in one second, or the first of "net-2". Empty for folders named by the user.
    std::vector<std::string> projectFiles() const;
    /// The monitored quantity and its value in the best epoch; null if no epoch has finished yet.
    const std::pair<std::string, double>* best() const;
    /// The deviation of its folds from their mean `best`; nothing for a single run.
    std::optional<double> bestDeviation() const;
};

/// Reads `run.json`, `label.json` and, for the best epoch's values, `metrics.csv`; hashes missing in the record come from the run's
/// project. Never throws: `problem` reports what can't be read. Does not check whether it is being trained.
RunSummary summarize(const std::filesystem::path& run);

} // namespace netsmith::runs
