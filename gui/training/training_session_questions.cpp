#include "gui/training/training_session.h"

// What the session asks networks, for whoever shows the answers.

namespace netsmith::gui {

std::uint64_t TrainingSession::ask(PredictionRequest request)
{
    constexpr int pause = 500; // milliseconds between pictures of the same sample
    request.id = ++m_lastRequest;
    request.run = askedRun();
    request.chosen = asksChosen();
    const bool soon = m_sinceObserved.isValid() && m_sinceObserved.elapsed() < pause;
    request.observes = m_observes && !(soon && m_question && m_question->isAbout(request) && m_question->run == request.run);
    request.detailed = m_detailed;
    if (request.observes)
        m_sinceObserved.start();
    constexpr int gridPause = 200; // milliseconds
    if (m_grid && (request.observes || !m_sinceGrid.isValid() || m_sinceGrid.elapsed() >= gridPause)) {
        request.grid = m_grid;
        m_sinceGrid.start();
    }
    m_question = request;
    m_mailbox.ask(std::move(request));
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

/// With the same number, so that either answer is one to whoever asked.
void TrainingSession::askAgain()
{
    if (!m_question)
        return;
    m_question->run = askedRun();
    m_question->chosen = asksChosen();
    m_question->observes = m_observes;
    m_question->detailed = m_detailed;
    m_question->grid = m_grid;
    m_sinceObserved.start();
    m_sinceGrid.start();
    m_mailbox.askAgain(*m_question);
}

std::uint64_t TrainingSession::write(std::string prompt, const train::WritingSettings& settings)
{
    m_mailbox.write({++m_lastRequest, askedRun(), asksChosen(), std::move(prompt), settings});
    return m_lastRequest;
}

} // namespace netsmith::gui
