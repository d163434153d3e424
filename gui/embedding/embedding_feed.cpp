#include "gui/embedding/embedding_feed.h"

#include "gui/training/training_session.h"
#include "gui/widgets/guarded.h"

#include <QElapsedTimer>

#include <utility>

namespace netsmith::gui {
namespace {

constexpr int movesApart = 400; ///< milliseconds between two places of moving points
constexpr int reportsApart = 100; ///< of the progress of asking

} // namespace

EmbeddingFeed::EmbeddingFeed(TrainingSession& session, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_sessionState(session.state())
{
    connect(&session, &TrainingSession::updated, this, &EmbeddingFeed::follow);
    connect(&session, &TrainingSession::stateChanged, this, &EmbeddingFeed::follow);
    connect(&session, &TrainingSession::askedChanged, this, &EmbeddingFeed::ask);
    connect(&session, &TrainingSession::runChanged, this, &EmbeddingFeed::ask);
    connect(&session, &TrainingSession::reviewed, this, [this](const LivePredictions& answer) {
        if (answer.id != m_question)
            return;
        m_question = 0;
        m_run = answer.run;
        m_live = true;
        if (answer.problem || !answer.outputs)
            fail(answer.problem);
        else
            place(answer.outputs);
    });
}

EmbeddingFeed::~EmbeddingFeed()
{
    m_stop.request_stop();
}

void EmbeddingFeed::setShown(bool shown)
{
    if (std::exchange(m_shown, shown) == shown)
        return;
    if (shown)
        ask();
    else if (isWorking())
        drop();
}

/// Another method or perplexity needs no other answer of the network.
void EmbeddingFeed::setWish(Wish wish)
{
    if (wish == m_wish)
        return;
    const Wish before = std::exchange(m_wish, std::move(wish));
    const bool sameOutputs = before.layer == m_wish.layer && before.samples == m_wish.samples && before.training == m_wish.training;
    if (sameOutputs && m_outputs && m_state != State::asking && m_state != State::failed && m_shown) {
        place(m_outputs);
    } else {
        newJob(); // what is under way is no longer wanted
        m_question = 0;
        m_again = false;
        m_state = State::nothing;
        refresh();
    }
}

void EmbeddingFeed::refresh()
{
    m_place.clear();
    ask();
}

void EmbeddingFeed::cancel()
{
    if (!isWorking())
        return;
    newJob();
    m_question = 0;
    m_again = false;
    settle(State::stopped);
}

void EmbeddingFeed::drop()
{
    newJob();
    m_question = 0;
    m_again = false;
    m_place.clear();
    m_state = State::nothing;
}

std::uint64_t EmbeddingFeed::newJob()
{
    m_stop.request_stop();
    m_stop = {};
    return ++m_job;
}

/// The live run is asked after each epoch and in each pause; one that ended has other weights than when it was asked last.
void EmbeddingFeed::follow()
{
    const TrainingState state = m_session.state();
    const bool changed = std::exchange(m_sessionState, state) != state;
    const bool begins = !std::exchange(m_wasLive, m_session.isLive()) && m_wasLive;
    if (changed) {
        m_place.clear();
        if (!m_wasLive)
            m_question = 0; // it will not be answered
    }
    if (!m_shown || (m_state == State::stopped && !changed))
        return;
    if (m_wasLive ? begins || (changed && state == TrainingState::paused) || m_session.snapshot().epoch != m_epoch : changed)
        refresh();
}

void EmbeddingFeed::ask()
{
    if (!m_shown) {
        if (m_outputs && m_session.askedPlace() != m_place) { // what was known is of another network
            m_outputs.reset();
            m_points.reset();
            m_result.reset();
            Q_EMIT changed();
        }
        return;
    }
    if (m_session.isLive() && !m_session.asksChosen() && !m_session.moment()) {
        m_place.clear();
        m_epoch = m_session.snapshot().epoch;
        // Its answer is still of use, and points come to rest first, or short epochs would show none.
        if (m_question != 0 || (m_state == State::placing && m_live)) {
            m_again = true;
            return;
        }
        newJob();
        m_question = m_session.review(m_wish.training,
                                      inspect::LayerRequest{.layer = m_wish.layer, .orDefault = true, .samples = m_wish.samples});
        settle(State::asking);
        return;
    }
    const std::filesystem::path place = m_session.askedPlace();
    if (place.empty() || !m_session.canPredict()) {
        drop();
        m_outputs.reset();
        m_points.reset();
        m_result.reset();
        Q_EMIT changed();
    } else if (place != m_place) {
        askSaved(place);
    }
}

void EmbeddingFeed::askSaved(const std::filesystem::path& place)
{
    const std::uint64_t job = newJob();
    m_place = place;
    m_question = 0; // the live run's answer is no longer wanted
    m_again = false;
    const auto work = [this, place, job, run = m_session.askedRun(), wish = m_wish, dataDir = m_session.document().dataDir(),
                       stop = m_stop.get_token()] {
        if (stop.stop_requested())
            return;
        std::shared_ptr<inspect::LayerOutputs> outputs;
        std::optional<Message> problem;
        QElapsedTimer sinceTold;
        const auto progress = [&](std::int64_t done, std::int64_t all) {
            if (sinceTold.isValid() && sinceTold.elapsed() < reportsApart)
                return;
            sinceTold.start();
            m_thread.answer([this, job, share = static_cast<double>(done) / static_cast<double>(std::max<std::int64_t>(all, 1))] {
                if (job != m_job)
                    return;
                m_share = share;
                Q_EMIT changed();
            });
        };
        guarded(
            [&] {
                const train::EvaluateOptions options{
                    .device = {}, .dataDir = dataDir, .inputs = {}, .training = wish.training, .stop = stop};
                outputs = std::make_shared<inspect::LayerOutputs>(inspect::layerOutputsOfRun(
                    place, options, {.layer = wish.layer, .orDefault = true, .samples = wish.samples}, progress));
            },
            [&](const Error& error) { problem = error.message(); });
        m_thread.answer([this, job, run, outputs, problem] {
            if (job != m_job)
                return;
            m_run = run;
            m_live = false;
            if (problem)
                fail(problem);
            else
                this->place(outputs);
        });
    };
    m_thread.runLarge(work);
    settle(State::asking);
}

void EmbeddingFeed::place(Outputs outputs)
{
    // A live run's points move on from where they are.
    std::vector<inspect::PlanePoint> start;
    if (m_live && m_outputs && m_points && m_result && m_result->method == m_wish.method && outputs != m_outputs
        && outputs->layer == m_outputs->layer && outputs->samples == m_outputs->samples)
        start = *m_points;
    else if (outputs != m_outputs)
        m_points.reset();
    m_outputs = std::move(outputs);
    m_result.reset();
    const std::uint64_t job = newJob();
    m_thread.runLarge([this, job, asked = m_outputs, wish = m_wish, start = std::move(start), stop = m_stop.get_token()]() mutable {
        if (!stop.stop_requested())
            compute(job, asked, wish, std::move(start), stop);
    });
    settle(State::placing);
}

void EmbeddingFeed::compute(std::uint64_t job, const Outputs& outputs, const Wish& wish, std::vector<inspect::PlanePoint> start,
                            const std::stop_token& stop)
{
    Result result;
    std::optional<Message> problem;
    QElapsedTimer sinceTold;
    const auto progress = [&](const inspect::TsneProgress& now) {
        if (sinceTold.isValid() && sinceTold.elapsed() < movesApart)
            return;
        sinceTold.start();
        const Points points = std::make_shared<const std::vector<inspect::PlanePoint>>(now.points.begin(), now.points.end());
        m_thread.answer([this, job, points, share = static_cast<double>(now.iteration) / now.iterations] {
            if (job != m_job)
                return;
            m_points = points;
            m_share = share;
            Q_EMIT changed();
        });
    };
    guarded(
        [&] {
            result = std::make_shared<const inspect::Embedding>(inspect::embeddingOf(*outputs,
                                                                                     {.method = wish.method,
                                                                                      .perplexity = wish.perplexity,
                                                                                      .start = std::move(start),
                                                                                      .progress = progress,
                                                                                      .stop = stop}));
        },
        [&](const Error& error) { problem = error.message(); });
    m_thread.answer([this, job, result, problem] {
        if (job != m_job)
            return;
        if (problem) {
            fail(problem);
            return;
        }
        m_result = result;
        m_points = std::make_shared<const std::vector<inspect::PlanePoint>>(result->points);
        settle(State::ready);
        if (std::exchange(m_again, false))
            refresh();
    });
}

void EmbeddingFeed::fail(std::optional<Message> problem)
{
    m_problem = std::move(problem);
    m_points.reset();
    m_result.reset();
    settle(State::failed);
    if (std::exchange(m_again, false))
        refresh();
}

void EmbeddingFeed::settle(State state)
{
    m_state = state;
    m_share = -1.0;
    if (state != State::failed)
        m_problem.reset();
    Q_EMIT changed();
}

} // namespace netsmith::gui
