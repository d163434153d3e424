#include "gui/attribution/attribution_feed.h"

#include "gui/training/training_session.h"
#include "gui/widgets/guarded.h"

#include <algorithm>
#include <utility>

namespace netsmith::gui {
namespace {

constexpr int leastPause = 1000; ///< milliseconds between two answers of a run that trains
constexpr std::int64_t shareOfTime = 10; ///< such an answer takes at most one part in so many of the time

} // namespace

/// Where the network comes from.
struct AttributionFeed::Source {
    std::filesystem::path run;
    std::filesystem::path place; ///< the run or a checkpoint
    std::uint64_t revision = 0; ///< of what is there
    std::shared_ptr<const inspect::NetworkCopy> copy{}; ///< instead, of the live run
};

AttributionFeed::AttributionFeed(TrainingSession& session, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_sessionState(session.state())
    , m_wasLive(session.isLive())
{
    connect(&session, &TrainingSession::updated, this, &AttributionFeed::follow);
    connect(&session, &TrainingSession::stateChanged, this, &AttributionFeed::follow);
    connect(&session, &TrainingSession::askedChanged, this, &AttributionFeed::ask);
    connect(&session, &TrainingSession::runChanged, this, [this] {
        ++m_revision;
        ask();
    });
    connect(&session, &TrainingSession::weightsCopied, this, [this](const LiveWeights& weights) {
        if (weights.id != m_copy)
            return;
        m_copy = 0;
        if (weights.problem)
            return take(nullptr, weights.problem);
        auto source = std::make_shared<Source>(Source{.run = weights.run, .place = weights.run});
        source->copy = weights.network;
        compute(source);
    });
}

AttributionFeed::~AttributionFeed()
{
    m_stop.request_stop();
}

void AttributionFeed::setShown(bool shown)
{
    if (std::exchange(m_shown, shown) == shown)
        return;
    if (shown)
        return ask();
    m_stop.request_stop();
    ++m_job;
    m_copy = 0;
    release();
}

void AttributionFeed::release()
{
    m_thread.runLarge([this] { m_network.reset(); });
}

void AttributionFeed::setSample(AttributedSample sample)
{
    m_sample = std::move(sample);
    ask();
}

void AttributionFeed::forgetSample()
{
    m_sample.reset();
    m_wishes = {};
    m_report.reset();
    ask();
}

void AttributionFeed::setWishes(const AttributionWishes& wishes)
{
    if (wishes == m_wishes)
        return;
    m_wishes = wishes;
    ask();
}

void AttributionFeed::cancel()
{
    if (m_state != State::working)
        return;
    m_stop.request_stop();
    ++m_job;
    m_copy = 0;
    m_state = State::cancelled;
    Q_EMIT changed();
}

/// A run that ended, or that was resumed, has other weights; one that trains has others after every step.
void AttributionFeed::follow()
{
    const TrainingState state = m_session.state();
    const bool changedState = std::exchange(m_sessionState, state) != state;
    const bool isLive = m_session.isLive();
    const bool beganOrEnded = std::exchange(m_wasLive, isLive) != isLive;
    if (beganOrEnded) {
        ++m_revision;
        if (isLive && !m_session.asksChosen())
            release(); // the run needs the memory
    }
    if (!m_shown)
        return;
    const bool changedWeights = beganOrEnded || (changedState && isLive);
    if (changedWeights && m_state != State::cancelled)
        return ask();
    const bool isFollowed = isLive && !m_session.asksChosen() && !m_session.moment();
    const bool rests = m_state == State::ready || m_state == State::failed;
    if (isFollowed && rests && m_session.snapshot().step != m_askedStep
        && m_sinceAsked.hasExpired(std::max<std::int64_t>(leastPause, shareOfTime * m_tookLast)))
        ask();
}

void AttributionFeed::ask()
{
    if (!m_shown)
        return;
    m_stop.request_stop();
    m_stop = {};
    ++m_job;
    m_copy = 0;
    m_done = m_all = 0;
    m_problem.reset();
    const bool asksLive = m_session.isLive() && !m_session.asksChosen() && !m_session.moment();
    const std::filesystem::path place = asksLive ? std::filesystem::path() : m_session.askedPlace();
    if (!m_sample || (!asksLive && (place.empty() || !m_session.canPredict()))) {
        m_state = m_sample ? State::noNetwork : State::noSample;
        m_report.reset();
        Q_EMIT changed();
        return;
    }
    m_state = State::working;
    m_sinceAsked.start();
    if (asksLive) {
        m_askedStep = m_session.snapshot().step;
        m_copy = m_session.copyWeights();
    } else {
        auto source = std::make_shared<Source>(Source{.run = m_session.askedRun(), .place = place});
        source->revision = m_revision;
        compute(source);
    }
    Q_EMIT changed();
}

/// On the thread.
inspect::AttributionNetwork& AttributionFeed::networkOf(const Source& source)
{
    const std::string of = source.place.string() + (source.copy ? " live" : " saved " + std::to_string(source.revision));
    if (m_network && of == m_networkOf) {
        if (source.copy)
            m_network->update(*source.copy);
        return *m_network;
    }
    m_network.reset(); // its memory may be needed
    m_network = source.copy ? std::make_unique<inspect::AttributionNetwork>(*source.copy)
                            : std::make_unique<inspect::AttributionNetwork>(source.place);
    m_networkOf = of;
    return *m_network;
}

void AttributionFeed::compute(const std::shared_ptr<const Source>& source)
{
    constexpr int pause = 100; // milliseconds between two reports of progress
    m_thread.run([this, source, job = m_job, sample = *m_sample, wishes = m_wishes, stop = m_stop.get_token()] {
        if (stop.stop_requested())
            return;
        std::shared_ptr<AttributionReport> report;
        std::optional<Message> problem;
        QElapsedTimer sinceTold;
        sinceTold.start();
        const auto progress = [&](std::int64_t done, std::int64_t all) {
            if (sinceTold.elapsed() < pause)
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
                report = std::make_shared<AttributionReport>(reportOf(networkOf(*source), sample, wishes, stop, progress));
                report->run = source->run;
                report->live = source->copy != nullptr;
            },
            [&](const Error& error) { problem = error.message(); });
        m_thread.answer([this, job, report, problem] {
            if (job == m_job)
                take(report, problem);
        });
    });
}

void AttributionFeed::take(const Report& report, const std::optional<Message>& problem)
{
    m_report = report;
    m_problem = problem ? problem : report ? report->problem : std::nullopt;
    m_state = m_problem ? State::failed : State::ready;
    m_tookLast = m_sinceAsked.isValid() ? m_sinceAsked.elapsed() : 0;
    Q_EMIT changed();
}

} // namespace netsmith::gui
