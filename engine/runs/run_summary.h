#pragma once

#include "engine/runs/run_label.h"
#include "engine/runs/run_settings.h"
#include "engine/store/run_record.h"

namespace netsmith::runs {

/// A run as a table shows it: plain values, so that thousands of them are read, kept and sorted quickly.
struct RunSummary {
    std::filesystem::path folder;
    std::optional<Message> problem; ///< why the run, or a part of it, can't be read; the values that are there still hold
    bool readable = false; ///< its record could be read: what follows is known
    bool active = false; ///< a process trains it now
    RunLabel label;
    std::int64_t number = 0; ///< in its folder of runs, from 1; 0: none
    std::string called; ///< see `namesOf`; empty where it was read alone

    RunState state = RunState::running;
    std::string error; ///< why it failed or diverged
    std::string project; ///< the project's title
    std::string projectFile; ///< its file's name; empty in runs of before it was kept
    std::string graphHash; ///< empty where neither the record nor the run's project tells it; so is the next
    std::string settingsHash;
    RunSettings settings; ///< of its project, without those that stand below
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
    std::string judgedBy; ///< what tells which epoch is best: "val_accuracy"
    std::optional<std::int64_t> bestEpoch; ///< from 1
    NamedValues bestValues; ///< of the best epoch
    NamedValues values; ///< of the last epoch; of a cross-validation the means over its folds
    std::int64_t folds = 0; ///< of a cross-validation; 0: it is a run of its own
    NamedValues deviations; ///< of a cross-validation
    std::optional<double> samplesPerSecond;
    std::optional<std::int64_t> memoryBytes;
    std::optional<double> flopsPerSecond;
    std::optional<double> peakShare; ///< of what the device was measured at, where it was
    std::optional<double> joules;
    bool operator==(const RunSummary&) const = default;

    /// What a person calls it, else what it is called among the runs it was listed with: "#12 · lr 0.003".
    std::string name() const;
    /// "done", "interrupted" for one that says it runs while nobody trains it, "unreadable".
    std::string stateName() const;
    /// What its project's file may be called. Where the record does not tell, the folder's name does: "…-net-2" is a second
    /// run of "net" in one second, or the first of "net-2". Empty for folders that a person named.
    std::vector<std::string> projectFiles() const;
    /// What the run is judged by and what that was in its best epoch; null where no epoch ended yet.
    const std::pair<std::string, double>* best() const;
    /// How far its folds are from the mean that `best` is; nothing for a run of its own.
    std::optional<double> bestDeviation() const;
};

/// Reads `run.json`, `label.json` and, for the best epoch's values, `metrics.csv`; hashes that the record lacks come from the run's
/// project. Never throws: what can't be read is told by `problem`. Whether it is trained now is not looked at.
RunSummary summarize(const std::filesystem::path& run);

} // namespace netsmith::runs
