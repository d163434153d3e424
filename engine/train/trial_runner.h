#pragma once

#include "engine/train/training_loop.h"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace netsmith::train {

/// How far a trial is trained, counted from its beginning; 0: no limit but the project's epochs.
struct TrialBudget {
    std::int64_t epochs = 0;
    std::int64_t steps = 0;
};

enum class TrialState {
    paused, ///< at its budget, by its report or by a stop: it can be trained on
    done, ///< at the project's last epoch, or ended by early stopping
    diverged, ///< its next step makes a NaN or an infinity
};

struct TrialResult {
    TrialState state = TrialState::paused;
    std::int64_t step = 0;
    std::int64_t epochsDone = 0;
    NamedValues values{}; ///< of its last epoch; empty before the first
    std::optional<BestEpoch> best{}; ///< by what the project monitors
};

/// Trains many variants of a project in memory, a part of each at a time, for what compares them: searches, schedules of budgets,
/// populations. Trials that differ in nothing the plan knows (rates, schedules, lengths) share one compiled network; the data and
/// the kernels chosen by timing are shared by all. A trial's numbers are those of a run of the same project, whatever was trained
/// in between. Synchronous: it belongs to the thread that calls it; the backend outlives it.
class TrialRunner {
public:
    struct Options {
        bool fuse = true;
        bool deterministic = true;
        int stepsPerLaunch = 0; ///< 0: by the clock; results do not depend on it
    };
    /// `data` is that of the project.
    TrialRunner(Project project, LoadedData data, Backend& backend, Options options);
    ~TrialRunner();
    TrialRunner(const TrialRunner&) = delete;
    TrialRunner& operator=(const TrialRunner&) = delete;

    /// A trial of the project with these settings, as `--set` takes them, with the first weights of its seed; returns its number.
    /// Throws what `applySetting` says, and `trial.data` for other data or another device than the project's.
    int begin(std::span<const std::string> overrides = {});
    /// A copy of a trial as it stands, to be trained with further settings.
    int fork(int trial, std::span<const std::string> overrides = {});
    /// Forgets a trial.
    void drop(int trial);

    /// Called after each epoch; false pauses the trial.
    using Report = std::function<bool(const TrialResult&)>;
    /// Trains a trial until its budget is spent, which may be larger than the last time, and tells how it stands. A stop pauses it
    /// between two launches. Throws what `TrainingSetup` and the device say.
    TrialResult train(int trial, const TrialBudget& budget = {}, const Report& report = {}, const std::stop_token& stop = {});

    const Project& project(int trial) const;
    TrialResult result(int trial) const;
    /// Its weights and statistics as a checkpoint holds them; empty before it was first trained.
    SafetensorsFile weights(int trial);
    /// How many networks were compiled so far.
    int compilations() const { return m_compilations; }

private:
    struct Trial;

    Trial& at(int trial) const;
    int add(std::unique_ptr<Trial> trial, std::span<const std::string> overrides);
    void load(Trial& trial);
    void unload();

    Project m_project;
    LoadedData m_data;
    Backend& m_backend;
    Options m_options;
    TunedAlgorithms m_tuned;
    std::map<int, std::unique_ptr<Trial>> m_trials;
    int m_last = 0;
    int m_compilations = 0;
    std::unique_ptr<TrainingSetup> m_setup;
    Project m_planned; ///< what the network was compiled of, as `asPlanned` leaves it
    Trial* m_loaded = nullptr; ///< whose numbers the network holds
};

} // namespace netsmith::train
