#include "gui/predictions/predictions_feed.h"

#include "gui/training/training_session.h"
#include "gui/widgets/guarded.h"

#include <QElapsedTimer>

#include <utility>

namespace netsmith::gui {

PredictionsFeed::PredictionsFeed(TrainingSession& session, std::filesystem::path dataDir, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_dataDir(std::move(dataDir))
    , m_sessionState(session.state())
{
    connect(&session, &TrainingSession::updated, this, &PredictionsFeed::follow);
    connect(&session, &TrainingSession::stateChanged, this, &PredictionsFeed::follow);
    connect(&session, &TrainingSession::askedChanged, this, &PredictionsFeed::ask);
    connect(&session, &TrainingSession::runChanged, this, &PredictionsFeed::ask);
    connect(&session, &TrainingSession::reviewed, this, [this](const LivePredictions& answer) {
        if (answer.id == m_question)
            take(answer.predictions, answer.run, true, answer.problem);
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
    ++m_question;
    m_place.clear();
    m_state = State::nothing;
}

/// The live run is asked after each epoch and in each pause; one that ended has other weights than when it was asked last.
void PredictionsFeed::follow()
{
    const TrainingState state = m_session.state();
    const bool changed = std::exchange(m_sessionState, state) != state;
    if (!m_shown)
        return;
    if (m_session.isLive() ? (changed && state == TrainingState::paused) || m_session.snapshot().epochValues != m_epoch : changed)
        refresh();
}

void PredictionsFeed::ask()
{
    if (!m_shown) {
        if (m_session.askedPlace() != m_place) // what was known is of another network
            m_report.reset();
        return;
    }
    if (m_session.isLive() && !m_session.asksChosen() && !m_session.moment()) {
        m_stop.request_stop();
        m_place.clear();
        m_epoch = m_session.snapshot().epochValues;
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
    constexpr std::uint64_t ofSaved = std::uint64_t{1} << 63; // not those of the live run
    m_question = (m_question + 1) | ofSaved;
    const auto work = [this, place, run = m_session.askedRun(), question = m_question, training = m_training, dataDir = m_dataDir,
                       stop = m_stop.get_token()] {
        std::shared_ptr<inspect::RunPredictions> report;
        std::optional<Message> problem;
        QElapsedTimer sinceTold;
        const auto progress = [&](std::int64_t done, std::int64_t all) {
            if (sinceTold.isValid() && sinceTold.elapsed() < pause)
                return;
            sinceTold.start();
            m_thread.answer([this, question, done, all] {
                if (question != m_question)
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
        m_thread.answer([this, question, run, report, problem] {
            if (question == m_question)
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
