#include "gui/predictions/predictions_feed.h"

#include "gui/training/training_session.h"
#include "gui/widgets/guarded.h"

#include <QElapsedTimer>

#include <utility>

namespace netsmith::gui {

PredictionsFeed::PredictionsFeed(TrainingSession& session, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_sessionState(session.state())
{
    connect(&session, &TrainingSession::updated, this, &PredictionsFeed::follow);
    connect(&session, &TrainingSession::stateChanged, this, &PredictionsFeed::follow);
    connect(&session, &TrainingSession::askedChanged, this, &PredictionsFeed::ask);
    connect(&session, &TrainingSession::runChanged, this, &PredictionsFeed::ask);
    connect(&session, &TrainingSession::reviewed, this, [this](const LivePredictions& answer) {
        if (answer.id != m_question)
            return;
        m_question = 0;
        take(answer.predictions, answer.run, true, answer.problem);
        if (std::exchange(m_again, false))
            ask();
    });
}

PredictionsFeed::~PredictionsFeed()
{
    m_stop.request_stop();
}

void PredictionsFeed::setShown(bool shown)
{
    if (std::exchange(m_shown, shown) == shown)
        return;
    if (shown) {
        ask();
    } else if (m_state == State::working) {
        drop();
    }
}

void PredictionsFeed::setTraining(bool training)
{
    if (std::exchange(m_training, training) != training)
        refresh();
}

void PredictionsFeed::refresh()
{
    m_place.clear();
    ask();
}

void PredictionsFeed::drop()
{
    m_stop.request_stop();
    ++m_job;
    m_question = 0;
    m_again = false;
    m_place.clear();
    m_state = State::nothing;
}

/// The live run is asked after each epoch and in each pause; one that ended has other weights than when it was asked last.
void PredictionsFeed::follow()
{
    const TrainingState state = m_session.state();
    const bool changed = std::exchange(m_sessionState, state) != state;
    const bool begins = !std::exchange(m_wasLive, m_session.isLive()) && m_wasLive;
    if (changed) {
        m_place.clear();
        if (!m_wasLive)
            m_question = 0; // it will not be answered
    }
    if (!m_shown)
        return;
    if (m_wasLive ? begins || (changed && state == TrainingState::paused) || m_session.snapshot().epoch != m_epoch : changed)
        refresh();
}

void PredictionsFeed::ask()
{
    if (!m_shown) {
        if (m_report && m_session.askedPlace() != m_place) { // what was known is of another network
            m_report.reset();
            Q_EMIT changed();
        }
        return;
    }
    if (m_session.isLive() && !m_session.asksChosen() && !m_session.moment()) {
        m_stop.request_stop();
        ++m_job;
        m_place.clear();
        m_epoch = m_session.snapshot().epoch;
        if (m_question != 0) { // its answer is still of use
            m_again = true;
            return;
        }
        m_question = m_session.review(m_training);
        m_state = State::working;
        m_done = m_all = 0;
        Q_EMIT changed();
        return;
    }
    const std::filesystem::path place = m_session.askedPlace();
    if (place.empty() || !m_session.canPredict()) {
        drop();
        m_report.reset();
        Q_EMIT changed();
    } else if (place != m_place) {
        askSaved(place);
    }
}

void PredictionsFeed::askSaved(const std::filesystem::path& place)
{
    constexpr int pause = 100; // milliseconds between two reports of progress
    m_stop.request_stop();
    m_stop = {};
    m_place = place;
    m_state = State::working;
    m_done = m_all = 0;
    m_question = 0; // the live run's answer is no longer wanted
    m_again = false;
    const auto work = [this, place, run = m_session.askedRun(), job = ++m_job, training = m_training,
                       dataDir = m_session.document().dataDir(), stop = m_stop.get_token()] {
        if (stop.stop_requested())
            return;
        std::shared_ptr<inspect::RunPredictions> report;
        std::optional<Message> problem;
        QElapsedTimer sinceTold;
        const auto progress = [&](std::int64_t done, std::int64_t all) {
            if (sinceTold.isValid() && sinceTold.elapsed() < pause)
                return;
            sinceTold.start();
            m_thread.answer([this, job, done, all] {
                if (job != m_job)
                    return;
                m_done = done;
                m_all = all;
                Q_EMIT changed();
            });
        };
        guarded(
            [&] {
                const train::EvaluateOptions options{
                    .device = {}, .dataDir = dataDir, .inputs = {}, .training = training, .stop = stop};
                report = std::make_shared<inspect::RunPredictions>(inspect::predictionsOfRun(place, options, 0, progress));
            },
            [&](const Error& error) { problem = error.message(); });
        m_thread.answer([this, job, run, report, problem] {
            if (job == m_job)
                take(report, run, false, problem);
        });
    };
    m_thread.runLarge(work);
    Q_EMIT changed();
}

void PredictionsFeed::take(Report report, std::filesystem::path run, bool live, std::optional<Message> problem)
{
    m_state = problem ? State::failed : State::ready;
    m_report = std::move(report);
    m_run = std::move(run);
    m_live = live;
    m_problem = std::move(problem);
    Q_EMIT changed();
}

} // namespace netsmith::gui
