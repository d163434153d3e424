#include "gui/training/training_session.h"

#include "engine/store/checkpoint_store.h"

#include <utility>

// What the session asks networks, for whoever shows the answers.

namespace netsmith::gui {

void TrainingSession::setAsked(std::filesystem::path run)
{
    if (run == m_asked)
        return;
    m_asked = std::move(run);
    m_moment.reset();
    m_sinceGrid.invalidate();
    Q_EMIT askedChanged();
}

void TrainingSession::setMoment(std::optional<std::int64_t> step)
{
    if (std::exchange(m_moment, step) == step)
        return;
    m_sinceGrid.invalidate();
    Q_EMIT askedChanged();
}

std::filesystem::path TrainingSession::askedCheckpoint() const
{
    return m_moment ? CheckpointStore(movedTo(askedRun()) / "checkpoints").at(*m_moment) : std::filesystem::path();
}

std::filesystem::path TrainingSession::askedPlace() const
{
    const std::filesystem::path run = askedRun();
    return run.empty() ? run : m_moment ? askedCheckpoint() : movedTo(run);
}

std::uint64_t TrainingSession::ask(PredictionRequest request)
{
    constexpr int pause = 500; // milliseconds between pictures of the same sample
    request.id = ++m_lastRequest;
    request.run = askedRun();
    request.chosen = asksChosen();
    request.checkpoint = askedCheckpoint();
    const bool soon = m_sinceObserved.isValid() && m_sinceObserved.elapsed() < pause;
    request.observes = m_observes && !(soon && m_question && m_question->isAbout(request) && m_question->run == request.run);
    request.detailed = m_detailed;
    request.explained = m_explained;
    request.weighed = m_weighed;
    if (request.observes)
        m_sinceObserved.start();
    constexpr int gridPause = 200; // milliseconds
    if (m_grid && (request.observes || !m_sinceGrid.isValid() || m_sinceGrid.elapsed() >= gridPause)) {
        request.grid = m_grid;
        m_sinceGrid.start();
    }
    m_question = request;
    m_mailbox.ask(std::move(request));
    Q_EMIT questioned();
    return m_lastRequest;
}

std::uint64_t TrainingSession::predict(std::vector<data::Field> samples)
{
    return ask({.samples = std::move(samples)});
}

std::uint64_t TrainingSession::predictText(std::string text)
{
    return ask({.text = std::move(text)});
}

std::uint64_t TrainingSession::review(bool training, std::optional<inspect::LayerRequest> layer)
{
    m_mailbox.review({++m_lastRequest, training, std::move(layer)});
    return m_lastRequest;
}

std::uint64_t TrainingSession::copyWeights()
{
    m_mailbox.copyWeights(++m_lastRequest);
    return m_lastRequest;
}

/// With the same number, so that either answer is one to whoever asked.
void TrainingSession::askAgain()
{
    if (!m_question)
        return;
    m_question->run = askedRun();
    m_question->chosen = asksChosen();
    m_question->checkpoint = askedCheckpoint();
    m_question->observes = m_observes;
    m_question->detailed = m_detailed;
    m_question->explained = m_explained;
    m_question->weighed = m_weighed;
    m_question->grid = m_grid;
    m_sinceObserved.start();
    m_mailbox.ask(*m_question);
}

std::uint64_t TrainingSession::write(std::string prompt, const train::WritingSettings& settings)
{
    m_mailbox.write({++m_lastRequest, askedRun(), asksChosen(), askedCheckpoint(), std::move(prompt), settings});
    return m_lastRequest;
}

} // namespace netsmith::gui
