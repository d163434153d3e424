#pragma once

#include "gui/attribution/attribution_report.h"
#include "gui/training/live_weights.h"
#include "gui/training/training_state.h"
#include "gui/widgets/side_thread.h"

#include <QElapsedTimer>
#include <QObject>

#include <memory>
#include <stop_token>

namespace netsmith::gui {

class TrainingSession;

/// What the asked network looked at in the latest sample: of the live run with a copy of its weights, again as it trains, of a
/// saved run or a chosen moment once. Computed on a thread of its own; the newest question wins. While nothing is shown, nothing is
/// asked.
class AttributionFeed : public QObject {
    Q_OBJECT

public:
    enum class State {
        noSample,
        noNetwork, ///< there is none to ask
        working,
        ready,
        failed,
        cancelled, ///< by the user
    };
    using Report = std::shared_ptr<const AttributionReport>;

    AttributionFeed(TrainingSession& session, QObject* parent);
    ~AttributionFeed() override;

    void setShown(bool shown);
    void setSample(AttributedSample sample);
    /// Another project was opened.
    void forgetSample();
    void setWishes(const AttributionWishes& wishes);
    const AttributionWishes& wishes() const { return m_wishes; }
    /// Stops what is being computed, until something else is asked.
    void cancel();
    /// Asks once more.
    void ask();

    State state() const { return m_state; }
    /// The latest, also while the next is computed: about its own sample; null if there is none.
    const Report& report() const { return m_report; }
    const std::optional<Message>& problem() const { return m_problem; }
    /// While working: how much is done, of how much; 0 if unknown.
    std::int64_t done() const { return m_done; }
    std::int64_t all() const { return m_all; }

Q_SIGNALS:
    void changed();

private:
    struct Source;

    void follow();
    void begin();
    void take(const Report& report, const std::optional<Message>& problem);
    void compute(const std::shared_ptr<const Source>& source);
    inspect::AttributionNetwork& networkOf(const Source& source);
    /// The network is not asked for now: its memory is given back.
    void release();

    TrainingSession& m_session;
    bool m_shown = false;
    std::optional<AttributedSample> m_sample;
    AttributionWishes m_wishes;
    State m_state = State::noSample;
    Report m_report;
    std::optional<Message> m_problem;
    std::int64_t m_done = 0;
    std::int64_t m_all = 0;
    std::uint64_t m_copy = 0; ///< of the live weights that were asked for; 0: none
    std::uint64_t m_job = 0; ///< the last one
    std::uint64_t m_revision = 0; ///< of the weights in a run's folder
    std::int64_t m_askedStep = -1; ///< of the live run
    QElapsedTimer m_sinceAsked;
    std::int64_t m_tookLast = 0; ///< milliseconds
    TrainingState m_sessionState{};
    bool m_wasLive = false;
    std::stop_source m_stop;
    std::unique_ptr<inspect::AttributionNetwork> m_network; ///< the thread's, as the next
    std::string m_networkOf;
    SideThread m_thread{"netsmith-why"}; ///< last, since it uses the others
};

} // namespace netsmith::gui
