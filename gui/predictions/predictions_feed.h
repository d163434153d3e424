#pragma once

#include "gui/training/asked_feed.h"

#include <optional>

namespace netsmith::gui {

/// What the asked network predicts for the samples of its data.
class PredictionsFeed : public AskedFeed {
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
    ~PredictionsFeed() override { stop(); }

    /// Whether the samples that the run is trained on are asked about, and not those of validation.
    void setTraining(bool training);

    State state() const { return m_state; }
    /// The latest, also while the next is computed; null if there is none.
    const Report& report() const { return m_report; }
    const std::optional<Message>& problem() const { return m_problem; }
    /// While working: how many samples are done, of how many; 0 if unknown.
    std::int64_t done() const { return m_done; }
    std::int64_t all() const { return m_all; }

private:
    std::uint64_t askLive() override;
    void answered(const LivePredictions& answer) override;
    void askSaved(const std::filesystem::path& place, std::uint64_t job) override;
    bool isWorking() const override { return m_state == State::working; }
    void rest() override { m_state = State::nothing; }
    bool knowsAny() const override { return m_report != nullptr; }
    void forget() override { m_report.reset(); }
    void begin();
    void take(Report report, std::optional<Message> problem);

    bool m_training = false;
    State m_state = State::nothing;
    Report m_report;
    std::optional<Message> m_problem;
    std::int64_t m_done = 0;
    std::int64_t m_all = 0;
};

} // namespace netsmith::gui
