#include "gui/predictions/predictions_feed.h"

#include "gui/training/training_session.h"
#include "gui/widgets/guarded.h"

#include <utility>

namespace netsmith::gui {

PredictionsFeed::PredictionsFeed(TrainingSession& session, QObject* parent)
    : AskedFeed(session, "netsmith-report", parent)
{
}

void PredictionsFeed::setTraining(bool training)
{
    if (std::exchange(m_training, training) != training)
        refresh();
}

void PredictionsFeed::begin()
{
    m_state = State::working;
    m_done = m_all = 0;
    Q_EMIT changed();
}

std::uint64_t PredictionsFeed::askLive()
{
    const std::uint64_t question = session().review(m_training);
    begin();
    return question;
}

void PredictionsFeed::answered(const LivePredictions& answer)
{
    take(answer.predictions, answer.problem);
    goOn();
}

void PredictionsFeed::askSaved(const std::filesystem::path& place, std::uint64_t job)
{
    runLarge([this, place, run = session().askedRun(), job, training = m_training, dataDir = session().document().dataDir(),
              stop = stopToken()] {
        std::shared_ptr<inspect::RunPredictions> report;
        std::optional<Message> problem;
        ToldProgress told;
        const auto progress = [&](std::int64_t done, std::int64_t all) {
            if (told.isDue())
                tell(job, [this, done, all] {
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
        tell(job, [this, run, report, problem] {
            setOrigin(run, false);
            take(report, problem);
        });
    });
    begin();
}

void PredictionsFeed::take(Report report, std::optional<Message> problem)
{
    m_state = problem ? State::failed : State::ready;
    m_report = std::move(report);
    m_problem = std::move(problem);
    Q_EMIT changed();
}

} // namespace netsmith::gui
