#pragma once

#include "gui/training/mailbox.h"
#include "gui/training/text_writer.h"
#include "gui/training/time_left.h"

#include "engine/data/file_stamps.h"
#include "engine/data/source.h"
#include "engine/predict/prediction.h"
#include "engine/train/trainer/trainer.h"

#include <QObject>

namespace netsmith::gui {

/// Runs the engine on another thread: prepares, trains and predicts as the mailbox requests; no exception leaves it.
class TrainingWorker : public QObject {
    Q_OBJECT

public:
    /// The mailbox must outlive this.
    explicit TrainingWorker(Mailbox& mailbox);
    ~TrainingWorker() override;

    /// Handles the mailbox's requests; called on the worker's thread.
    void work();

private:
    struct Live;

    void perform(const TrainingJob& job, const std::stop_token& stop);
    void estimate(const TrainingJob& job, const std::stop_token& stop);
    void post(PreflightOutcome outcome);
    void train(const TrainingJob& job, const std::stop_token& stop);
    void trainFolds(const TrainingJob& job, const std::stop_token& stop);
    train::TrainOptions options(const TrainingJob& job, const std::stop_token& stop, Live& live);
    train::LaunchOrder between(train::LiveRun& run, const std::stop_token& stop, Live& live);
    void begun(const train::StartEvent& event, const TrainingJob& job, Live& live);
    void stepped(const train::StepEvent& event, Live& live);
    void epochEnded(const train::EpochEvent& event, Live& live);
    void recorded(const std::vector<TelemetryRow>& rows, const Live& live);
    void ended(const train::DoneEvent& event);
    void ended(const runs::CrossValidation& all);
    void failed(const Error& error, const std::stop_token& stop);
    /// The project's data; the last one read is reused if unchanged.
    train::LoadedData dataFor(const Project& project, const std::filesystem::path& dataDir, const std::stop_token& stop);
    PredictionAnswer answered(const PredictionRequest& request, const std::function<AskedNetwork(bool observes)>& network);
    LivePredictions reviewed(const LivePredictionsRequest& request, train::LiveRun& run, const std::filesystem::path& folder);
    static LiveWeights copied(std::uint64_t id, train::LiveRun& run, const std::filesystem::path& folder);
    /// Writes the next token of the requested text; false if there is none.
    bool write(const std::function<AskedNetwork(const WritingRequest& request)>& network);
    /// A saved run, or one of its checkpoints unless that is empty; it stays loaded. `observes`: with the outputs of its layers.
    AskedNetwork saved(const std::filesystem::path& run, const std::filesystem::path& checkpoint, bool observes = false);
    void show(const PreparingEvent& event);

    Mailbox& m_mailbox;
    std::optional<train::LoadedData> m_data;
    std::shared_ptr<const data::Source> m_source; ///< the source of `m_data`
    data::FileStamps m_stamps; ///< of its files, before they were read
    std::unique_ptr<Predictor> m_predictor; ///< of the saved run asked last
    std::filesystem::path m_predictorOf; ///< that run, or the checkpoint
    bool m_predictorObserves = false;
    QElapsedTimer m_sinceObserved; ///< since it was last asked for its layers
    TextWriter m_writer;
};

} // namespace netsmith::gui
