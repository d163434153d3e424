#include "gui/embedding/embedding_feed.h"

#include "gui/training/training_session.h"
#include "gui/widgets/guarded.h"

#include <QElapsedTimer>

#include <utility>

namespace netsmith::gui {
namespace {

constexpr int movesApart = 400; ///< milliseconds between two places of moving points

} // namespace

EmbeddingFeed::EmbeddingFeed(TrainingSession& session, QObject* parent)
    : AskedFeed(session, "netsmith-embed", parent)
{
}

/// Another method or perplexity needs no other answer of the network.
void EmbeddingFeed::setWish(Wish wish)
{
    if (wish == m_wish)
        return;
    const Wish before = std::exchange(m_wish, std::move(wish));
    const bool sameOutputs = before.layer == m_wish.layer && before.samples == m_wish.samples && before.training == m_wish.training;
    if (sameOutputs && m_outputs && m_state != State::asking && m_state != State::failed && isShown()) {
        place(m_outputs);
    } else {
        giveUp(); // what is under way is no longer wanted
        m_state = State::nothing;
        refresh();
    }
}

void EmbeddingFeed::cancel()
{
    if (!isWorking())
        return;
    giveUp();
    settle(State::stopped);
}

void EmbeddingFeed::forget()
{
    m_outputs.reset();
    m_points.reset();
    m_result.reset();
}

std::uint64_t EmbeddingFeed::askLive()
{
    const std::uint64_t question = session().review(
        m_wish.training, inspect::LayerRequest{.layer = m_wish.layer, .orDefault = true, .samples = m_wish.samples});
    settle(State::asking);
    return question;
}

void EmbeddingFeed::answered(const LivePredictions& answer)
{
    if (answer.problem || !answer.outputs)
        fail(answer.problem);
    else
        place(answer.outputs);
}

void EmbeddingFeed::askSaved(const std::filesystem::path& place, std::uint64_t job)
{
    runLarge([this, place, job, run = session().askedRun(), wish = m_wish, dataDir = session().document().dataDir(),
              stop = stopToken()] {
        std::shared_ptr<inspect::LayerOutputs> outputs;
        std::optional<Message> problem;
        ToldProgress told;
        const auto progress = [&](std::int64_t done, std::int64_t all) {
            if (told.isDue())
                tell(job, [this, share = static_cast<double>(done) / static_cast<double>(std::max<std::int64_t>(all, 1))] {
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
        tell(job, [this, run, outputs, problem] {
            setOrigin(run, false);
            if (problem)
                fail(problem);
            else
                this->place(outputs);
        });
    });
    settle(State::asking);
}

void EmbeddingFeed::place(Outputs outputs)
{
    // A live run's points move on from where they are.
    std::vector<inspect::PlanePoint> start;
    if (isLive() && m_outputs && m_points && m_result && m_result->method == m_wish.method && outputs != m_outputs
        && outputs->layer == m_outputs->layer && outputs->samples == m_outputs->samples)
        start = *m_points;
    else if (outputs != m_outputs)
        m_points.reset();
    m_outputs = std::move(outputs);
    m_result.reset();
    const std::uint64_t job = newJob();
    runLarge([this, job, asked = m_outputs, wish = m_wish, start = std::move(start), stop = stopToken()] {
        compute(job, asked, wish, start, stop);
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
        tell(job, [this, points, share = static_cast<double>(now.iteration) / now.iterations] {
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
    tell(job, [this, result, problem] {
        if (problem) {
            fail(problem);
            return;
        }
        m_result = result;
        m_points = std::make_shared<const std::vector<inspect::PlanePoint>>(result->points);
        settle(State::ready);
        goOn();
    });
}

void EmbeddingFeed::fail(std::optional<Message> problem)
{
    m_problem = std::move(problem);
    m_points.reset();
    m_result.reset();
    settle(State::failed);
    goOn();
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
