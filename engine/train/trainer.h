#pragma once

#include "engine/predict/network_prediction.h"
#include "engine/train/checkpoint_pacer.h"
#include "engine/train/resumption.h"
#include "engine/train/run_log.h"
#include "engine/train/training_loop.h"

namespace netsmith::train {

/// Trains a project step by step into a run's folder, so that stopping, crashing and going on lead to the bits of never having
/// stopped. Synchronous: it belongs to the thread that runs it; the backend outlives it.
class Trainer {
public:
    /// Everything that can be wrong is found here, before anything is on disk. Throws what `TrainingSetup` says (`data.cancelled`
    /// for a stop too), and for a run that goes on what `openToResume` and `restoreCheckpoint` say.
    Trainer(Project project, LoadedData data, Backend& backend, TrainOptions options);

    /// Trains to the last epoch, or until early stopping has waited enough, or until a stop is asked for, which first writes a
    /// checkpoint. Throws `run.*` and `folder.*` for the run's folder, `log.write` and `file.write` for a full disk,
    /// `train.diverged`, `train.memory`, `train.no_memory` where the machine's own ran out, and what the backend says of a device
    /// that is lost; the run's folder then says what it threw, and its checkpoints are there to go on from. After that it can do
    /// nothing more.
    DoneEvent run();

private:
    void begin();
    DoneEvent train();
    [[noreturn]] void fail(const Error& error);
    RunRecord newRecord() const;
    StartEvent startEvent() const;
    bool trainEpoch();
    void launch(int wanted);
    bool endEpoch();
    int askForLaunch(bool validating, std::int64_t done, std::int64_t count);
    bool stopping() const { return m_options.stop.stop_requested(); }
    bool reachedStepLimit() const { return m_options.steps > 0 && step() >= m_options.steps; }
    enum class CheckpointKind { kept, passing };
    void takeCheckpoint(CheckpointKind kind);
    void writeCheckpoints();
    void keepWhatWaits();
    void saveEpoch();
    void saveCheckpoint(CheckpointKind kind = CheckpointKind::kept);
    DoneEvent finish(Ending ending);
    double secondsHere() const { return m_watch.seconds() - m_secondsAway; }
    /// What the device has taken, where it tells.
    std::optional<double> joulesNow() const { return m_options.joules ? m_options.joules() : std::nullopt; }
    std::optional<double> joulesOfEpoch() const;
    /// What has passed of training since this was last asked, or since `resumeTiming`.
    double secondsOfTraining();
    void resumeTiming() { m_timedUntil = secondsHere(); }
    ComputeRate rateOf(double flops, double seconds) const { return {seconds > 0.0 ? flops / seconds : 0.0, m_options.peakFlops}; }
    /// Seconds, samples/s, FLOP/s and energy as they are now.
    void noteFigures(RunRecord& record) const;
    double totalSeconds() const { return m_secondsBefore + secondsHere(); }
    [[noreturn]] void diverged();
    [[noreturn]] void deviceFailed(const Error& error);
    /// What asks the device for something.
    template <class Work>
    auto onDevice(const Work& work)
    {
        try {
            return work();
        } catch (const Error& error) {
            deviceFailed(error);
        }
    }
    void checkWeights();
    std::string lastCheckpoint() const;

    std::int64_t step() const { return m_loop.step(); }
    NamedValues groupRates(const std::vector<double>& rates) const;

    TrainOptions m_options;
    std::optional<Resumption> m_resumption;
    TrainingSetup m_setup;
    NetworkPrediction m_prediction;
    Fingerprint m_fingerprint;
    std::optional<WeightsOrigin> m_weightsFrom; ///< of a new run
    TrainingLoop m_loop;
    std::optional<RunLog> m_log;
    std::optional<TrainingPosition> m_saved; ///< where the newest checkpoint stands that was taken
    std::filesystem::path m_checkpoint; ///< the newest
    CheckpointPacer m_checkpointPacer;
    Stopwatch m_watch;
    double m_secondsBefore = 0.0; ///< of training, before this process
    double m_secondsAway = 0.0; ///< in the hook between launches
    double m_secondsTraining = 0.0; ///< here, without validation, checkpoints and pauses
    double m_timedUntil = 0.0; ///< by `secondsHere`: what is counted in it
    std::int64_t m_samplesHere = 0; ///< trained by this process
    double m_flopsHere = 0.0; ///< likewise
    double m_secondsTrainingAtEpoch = 0.0; ///< when the epoch began
    double m_flopsAtEpoch = 0.0;
    std::optional<double> m_joulesBefore; ///< what the device had taken when this process began
    double m_joulesElsewhere = 0.0; ///< of the run, before this process
    double m_epochBegan = 0.0;
    std::optional<double> m_joulesAtEpoch; ///< what the device had taken when the epoch began, where all of it is trained here
};

/// Trains with the data and on the device that the project names. Throws also what `loadData` and `backendFor` say.
DoneEvent trainProject(Project project, TrainOptions options);

} // namespace netsmith::train
