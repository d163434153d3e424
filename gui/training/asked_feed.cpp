#include "gui/training/asked_feed.h"

#include "gui/training/training_session.h"

#include <utility>

namespace netsmith::gui {

AskedFeed::AskedFeed(TrainingSession& session, std::string thread, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_sessionState(session.state())
    , m_thread(std::move(thread))
{
    connect(&session, &TrainingSession::updated, this, &AskedFeed::follow);
    connect(&session, &TrainingSession::stateChanged, this, &AskedFeed::follow);
    connect(&session, &TrainingSession::askedChanged, this, &AskedFeed::ask);
    connect(&session, &TrainingSession::runChanged, this, &AskedFeed::ask);
    connect(&session, &TrainingSession::reviewed, this, [this](const LivePredictions& answer) {
        if (answer.id != m_question)
            return;
        m_question = 0;
        setOrigin(answer.run, true);
        answered(answer);
    });
}

void AskedFeed::stop()
{
    m_stop.request_stop();
    m_thread.finish();
}

void AskedFeed::setShown(bool shown)
{
    if (std::exchange(m_shown, shown) == shown)
        return;
    if (shown)
        ask();
    else if (isWorking())
        drop();
}

void AskedFeed::refresh()
{
    m_place.clear();
    ask();
}

std::uint64_t AskedFeed::newJob()
{
    m_stop.request_stop();
    m_stop = {};
    return ++m_job;
}

void AskedFeed::runLarge(std::function<void()> work)
{
    m_thread.runLarge([stop = stopToken(), work = std::move(work)] {
        if (!stop.stop_requested())
            work();
    });
}

void AskedFeed::tell(std::uint64_t job, std::function<void()> call)
{
    m_thread.answer([this, job, call = std::move(call)] {
        if (isCurrent(job))
            call();
    });
}

void AskedFeed::giveUp()
{
    newJob();
    m_question = 0;
    m_again = false;
}

void AskedFeed::goOn()
{
    if (std::exchange(m_again, false))
        refresh();
}

void AskedFeed::setOrigin(std::filesystem::path run, bool live)
{
    m_run = std::move(run);
    m_live = live;
}

/// No network is asked now.
void AskedFeed::drop()
{
    giveUp();
    m_place.clear();
    rest();
}

/// The live run is asked after each epoch and in each pause; one that ended has other weights than when it was asked last.
void AskedFeed::follow()
{
    const TrainingState state = m_session.state();
    const bool stateChanged = std::exchange(m_sessionState, state) != state;
    const bool begins = !std::exchange(m_wasLive, m_session.isLive()) && m_wasLive;
    if (stateChanged) {
        m_place.clear();
        if (!m_wasLive)
            m_question = 0; // it will not be answered
    }
    if (!m_shown || (isHeld() && !stateChanged))
        return;
    if (m_wasLive ? begins || (stateChanged && state == TrainingState::paused) || m_session.snapshot().epoch != m_epoch
                  : stateChanged)
        refresh();
}

void AskedFeed::ask()
{
    if (!m_shown) {
        if (knowsAny() && m_session.askedPlace() != m_place) {
            forget();
            Q_EMIT changed();
        }
        return;
    }
    if (m_session.isLive() && !m_session.asksChosen() && !m_session.moment()) {
        m_place.clear();
        m_epoch = m_session.snapshot().epoch;
        if (m_question != 0 || holdsLive()) { // its answer is still of use
            m_again = true;
            return;
        }
        newJob();
        m_question = askLive();
        return;
    }
    const std::filesystem::path place = m_session.askedPlace();
    if (place.empty() || !m_session.canPredict()) {
        drop();
        forget();
        Q_EMIT changed();
    } else if (place != m_place) {
        m_place = place;
        giveUp(); // the live run's answer is no longer wanted
        askSaved(place, m_job);
    }
}

bool ToldProgress::isDue()
{
    constexpr int pause = 100; // milliseconds
    if (m_since.isValid() && m_since.elapsed() < pause)
        return false;
    m_since.start();
    return true;
}

} // namespace netsmith::gui
