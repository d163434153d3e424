#pragma once

#include "engine/runs/comparison.h"
#include "engine/runs/run_curves.h"
#include "gui/training/training_job.h"
#include "gui/widgets/side_thread.h"

#include <QObject>

#include <optional>
#include <stop_token>
#include <vector>

namespace netsmith::gui {

/// How far the training under way has come.
struct CompareProgress {
    Message words{}; ///< what it does before its first step
    std::filesystem::path run{}; ///< empty before
    std::int64_t step = 0;
    std::int64_t totalSteps = 0;
    std::int64_t epoch = 0; ///< from 1
    std::int64_t epochs = 0;
    double seconds = 0.0; ///< of training so far
    std::optional<double> secondsLeft{}; ///< of this one
};

/// A project trained in several ways, one after another, on a thread of its own. Each training is an ordinary run.
class CompareSession : public QObject {
    Q_OBJECT

public:
    enum class State { idle, running, stopping, ended };

    explicit CompareSession(QObject* parent = nullptr);
    /// Stops and waits for the checkpoint of what trains.
    ~CompareSession() override;

    void start(std::vector<runs::Variant> variants, TrainingPlace place, std::filesystem::path dataDir);
    /// Ends the training under way at its next launch, with a checkpoint, and begins no other; what was trained stays.
    void stop();
    /// The same, and lets go of what came of it.
    void clear();

    State state() const { return m_state; }
    bool isLive() const { return m_state == State::running || m_state == State::stopping; }
    const std::vector<runs::Variant>& variants() const { return m_variants; }
    /// Of the first ones; the next one is under way as long as this is live.
    const std::vector<runs::VariantResult>& results() const { return m_results; }
    const CompareProgress& progress() const { return m_progress; }
    /// Of all trainings, 0 … 1.
    double share() const;
    /// Of all that is under way and to come, at the pace so far; nothing where that is not known yet.
    std::optional<double> secondsLeft() const;

Q_SIGNALS:
    void stateChanged();
    void progressed();
    /// The training under way has a run now: `progress` knows which.
    void runBegan();
    /// Of the run under way.
    void curvesAdded(const netsmith::runs::RunCurves& points);
    /// `results` has one more at its end.
    void resultCame();
    /// Why it ended, where no training can be blamed for it.
    void failed(const netsmith::Message& message);

private:
    void setState(State state);
    /// On the thread.
    void train(std::uint64_t job, const std::vector<runs::Variant>& variants, const TrainingPlace& place,
               const std::filesystem::path& dataDir, const std::stop_token& stop);
    train::TrainEvents eventsFor(std::uint64_t job);
    /// Calls it here, unless another comparison was begun meanwhile.
    void tell(std::uint64_t job, SideThread::Call call);
    void end(const std::optional<Message>& problem);

    std::vector<runs::Variant> m_variants;
    std::vector<runs::VariantResult> m_results;
    CompareProgress m_progress;
    State m_state = State::idle;
    std::uint64_t m_job = 0;
    std::stop_source m_stop;
    SideThread m_thread{"netsmith-comp"}; ///< the last, for it uses the others
};

} // namespace netsmith::gui
