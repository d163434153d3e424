#pragma once

#include "gui/training/live_predictions.h"
#include "gui/training/training_state.h"
#include "gui/widgets/side_thread.h"

#include "engine/core/error.h"

#include <QObject>

#include <stop_token>

namespace netsmith::gui {

class TrainingSession;

/// What the asked network predicts for the samples of its data: of the live run again after each epoch and in each pause, of a
/// saved run or a chosen moment once. While nothing is shown, nothing is asked.
class PredictionsFeed : public QObject {
    Q_OBJECT

public:
    enum class State {
        nothing, ///< there is no network to ask
        working,
        ready,
        failed,
    };
    using Report = std::shared_ptr<const inspect::RunPredictions>;

    PredictionsFeed(TrainingSession& session, QObject* parent);
    ~PredictionsFeed() override;

    void setShown(bool shown);
    /// Whether the samples that the run is trained on are asked about, and not those of validation.
    void setTraining(bool training);
    /// Asks once more.
    void refresh();

    State state() const { return m_state; }
    /// The latest, also while the next is computed; null if there is none.
    const Report& report() const { return m_report; }
    /// The run that it is of.
    const std::filesystem::path& run() const { return m_run; }
    bool isLive() const { return m_live; }
    const std::optional<Message>& problem() const { return m_problem; }
    /// While working: how many samples are done, of how many; 0 if unknown.
    std::int64_t done() const { return m_done; }
    std::int64_t all() const { return m_all; }

Q_SIGNALS:
    void changed();

private:
    void follow();
    void ask();
    void askSaved(const std::filesystem::path& place);
    void take(Report report, std::filesystem::path run, bool live, std::optional<Message> problem);
    /// No network is asked now.
    void drop();

    TrainingSession& m_session;
    bool m_shown = false;
    bool m_training = false;
    State m_state = State::nothing;
    Report m_report;
    std::filesystem::path m_run;
    bool m_live = false;
    std::optional<Message> m_problem;
    std::int64_t m_done = 0;
    std::int64_t m_all = 0;
    std::filesystem::path m_place; ///< the run or the checkpoint asked last; empty: the live run, or none
    std::uint64_t m_question = 0; ///< the last one to the live run; 0 once it is answered or no longer wanted
    bool m_again = false; ///< it is to be asked once more after that
    std::uint64_t m_job = 0; ///< the last one on the thread
    std::int64_t m_epoch = 0; ///< of the live run when it was asked last
    TrainingState m_sessionState{};
    bool m_wasLive = false;
    std::stop_source m_stop;
    SideThread m_thread{"netsmith-report"};
};

} // namespace netsmith::gui
