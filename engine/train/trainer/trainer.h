#pragma once

#include "engine/predict/observed_network.h"
#include "engine/train/trainer/checkpoint_pacer.h"
#include "engine/train/trainer/machine_recorder.h"
#include "engine/train/trainer/resumption.h"
#include "engine/train/trainer/run_log.h"
#include "engine/train/training_loop.h"

namespace netsmith::train {

/// Trains a project step by step into a run's folder, so that stopping or crashing and resuming is bit-identical to never having
/// stopped. Synchronous: it belongs to the thread that runs it; the backend outlives it.
class Trainer {
public:
    /// All errors are found here, before anything is on disk. Throws what `TrainingSetup` throws (`data.cancelled` for a stop too),
    /// and for a resumed run what `openToResume` and `restoreCheckpoint` throw.
    Trainer(Project project, LoadedData data, Backend& backend, TrainOptions options);

    /// Trains to the last epoch, or until early stopping, or until a stop is requested, which first writes a checkpoint. Throws
    /// `run.*` and `folder.*` for the run's folder, `log.write` and `file.write` for a full disk, `train.diverged`, `train.memory`,
    /// `train.no_memory` if the machine's own memory ran out, and the backend's error for a lost device; the run's folder then
    /// records the error, and its checkpoints can be resumed. After that the object is unusable.
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
    void beginRecording();
    void endRecording();
    RecordedPosition recordedPosition() const;
    void recordMachine();
    void markMachine(TelemetryEvent event);
    void markEpoch(std::int64_t epoch, bool validated);
    void beginPause();
    void endPause();
    ObservedNetwork& observed();
    bool stopping() const { return m_options.stop.stop_requested(); }
    bool reachedStepLimit() const { return m_options.steps && step() >= *m_options.steps; }
    enum class CheckpointKind { kept, passing };
    void takeCheckpoint(CheckpointKind kind);
    void writeCheckpoints();
    void keepWhatWaits();
    void saveEpoch();
    void saveCheckpoint(CheckpointKind kind = CheckpointKind::kept);
    DoneEvent finish(Ending ending);
    double secondsHere() const { return m_watch.seconds() - m_secondsAway; }
    /// The energy used by the device, pauses left out, if known.
    std::optional<double> joulesNow() const;
    /// That of the run so far, over all resumptions.
    std::optional<double> joulesOfRun() const;
    std::optional<double> joulesOfEpoch() const;
    /// The training time since the last call, or since `resumeTiming`.
    double secondsOfTraining();
    std::optional<double> secondsOfRanks() const { return m_options.ranks ? m_options.ranks->seconds() : std::nullopt; }
    void resumeTiming() { m_timedUntil = secondsHere(); }
    ComputeRate rateOf(double flops, double seconds) const { return {seconds > 0.0 ? flops / seconds : 0.0, m_options.peakFlops}; }
    /// The current seconds, samples/s, FLOP/s and energy.
    void noteFigures(RunRecord& record) const;
    double totalSeconds() const { return m_secondsBefore + secondsHere(); }
    [[noreturn]] void diverged();
    /// What a rank that is lost makes of a step says less than the communicator.
    void throwIfRanksFail() const
    {
        if (const auto problem = m_options.ranks ? m_options.ranks->problem() : std::nullopt)
            throw *problem;
    }
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
    std::unique_ptr<ObservedNetwork> m_observed; ///< once the hook has asked for it
    Fingerprint m_fingerprint;
    std::optional<WeightsOrigin> m_weightsFrom; ///< of a new run
    TrainingLoop m_loop;
    std::optional<RunLog> m_log;
    std::optional<TrainingPosition> m_saved; ///< the step of the newest checkpoint
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
    std::optional<double> m_exchangeAtEpoch; ///< how long the ranks' calls had taken by then
    std::optional<double> m_joulesBefore; ///< the device's energy when this process started
    double m_joulesElsewhere = 0.0; ///< of the run, before this process
    double m_joulesPaused = 0.0; ///< in pauses of this process
    std::optional<double> m_joulesAtPause; ///< when the current one began
    std::optional<MachineRecorder> m_recorder;
    double m_epochBegan = 0.0;
    std::optional<double> m_joulesAtEpoch; ///< the device's energy when the epoch began, if all of it is trained here
};

/// What every rank but the first one of `options.ranks` does: it trains its share of each batch as the first one says, and writes
/// nothing. Throws what `TrainingSetup`, the device and the communicator say.
void followTraining(Project project, LoadedData data, Backend& backend, const TrainOptions& options);

/// Trains with the data and on the device that the project names. Also throws what `loadData` and `backendFor` throw.
DoneEvent trainProject(Project project, TrainOptions options);

} // namespace netsmith::train
