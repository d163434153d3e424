#pragma once

#include "engine/runs/comparing/comparison.h"
#include "engine/runs/run_curves.h"
#include "gui/training/training_job.h"
#include "gui/widgets/side_thread.h"

#include <QObject>

#include <optional>
#include <stop_token>
#include <vector>

namespace netsmith::gui {

/// Progress of the current training.
struct CompareProgress {
    Message words{}; ///< what it does before its first step
    std::filesystem::path run{}; ///< empty before the run exists
    std::int64_t step = 0;
    std::int64_t totalSteps = 0;
    std::int64_t epoch = 0; ///< from 1
    std::int64_t epochs = 0;
    double seconds = 0.0; ///< of training so far
    std::optional<double> secondsLeft{}; ///< of this training
};

/// Trains a project in several variants, one after another, on its own thread. Each training is an ordinary run.
class CompareSession : public QObject {
    Q_OBJECT

public:
    enum class State { idle, running, stopping, ended };

    explicit CompareSession(QObject* parent = nullptr);
    /// Stops, and waits for the checkpoint of the current training.
    ~CompareSession() override;

    void start(std::vector<runs::Variant> variants, TrainingPlace place, std::filesystem::path dataDir);
    /// Stops the current training at its next launch, with a checkpoint, and starts no other; the results are kept.
    void stop();
    /// The same, and discards the results.
    void clear();

    State state() const { return m_state; }
    bool isLive() const { return m_state == State::running || m_state == State::stopping; }
    const std::vector<runs::Variant>& variants() const { return m_variants; }
    /// Of the trainings finished so far; the next one runs as long as this is live.
    const std::vector<runs::VariantResult>& results() const { return m_results; }
    const CompareProgress& progress() const { return m_progress; }
    /// Of all trainings, 0 … 1.
    double share() const;
    /// Of the current training and those after it, at the pace so far; nothing until it is known.
    std::optional<double> secondsLeft() const;

Q_SIGNALS:
    void stateChanged();
    void progressed();
    /// The current training has a run now, named in `progress`.
    void runBegan();
    /// Of the current run.
    void curvesAdded(const netsmith::runs::RunCurves& points);
    /// A result was appended to `results`.
    void resultCame();
    /// Why it ended, if the cause is not one of the trainings.
    void failed(const netsmith::Message& message);

private:
    void setState(State state);
    /// Runs on the thread.
    void train(std::uint64_t job, const std::vector<runs::Variant>& variants, const TrainingPlace& place,
               const std::filesystem::path& dataDir, const std::stop_token& stop);
    train::TrainEvents eventsFor(std::uint64_t job);
    /// Calls it on this thread, unless another comparison was started meanwhile.
    void tell(std::uint64_t job, SideThread::Call call);
    void end(const std::optional<Message>& problem);

    std::vector<runs::Variant> m_variants;
    std::vector<runs::VariantResult> m_results;
    CompareProgress m_progress;
    State m_state = State::idle;
    std::uint64_t m_job = 0;
    std::stop_source m_stop;
    SideThread m_thread{"netsmith-comp"}; ///< declared last: it uses the other members
};

} // namespace netsmith::gui
