#include "gui/app/asking/sentence_feed.h"

#include "gui/app/asking/sample_text.h"
#include "gui/training/training_session.h"
#include "gui/tryit/sentence_panel.h"
#include "gui/widgets/engine_text.h"

namespace netsmith::gui {

SentenceFeed::SentenceFeed(TrainingSession& session, SentencePanel& panel, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_panel(panel)
{
    connect(&panel, &SentencePanel::asked, this, &SentenceFeed::ask);
    connect(&panel, &SentencePanel::edited, this, [this](const QString& text) {
        if (m_sample && text != m_sampleText) {
            m_sample.reset();
            Q_EMIT sampleLeft();
        }
    });
    connect(&session, &TrainingSession::answered, this, &SentenceFeed::answer);
    connect(&session, &TrainingSession::updated, this, [this] {
        if (m_asked == 0 && !m_session.asksChosen() && m_session.snapshot().step != m_answeredStep)
            m_panel.networkChanged();
    });
}

void SentenceFeed::follow(bool ready, const QStringList& classes)
{
    m_panel.setClasses(classes);
    if (!ready)
        m_asked = 0; // ignores its answer
    m_panel.setReady(ready);
}

void SentenceFeed::showSample(const data::Field& tokens)
{
    m_sample.reset();
    m_asked = 0; // pending answers are for another text
    m_panel.networkChanged(); // the next text may be the same
    m_panel.setText(tokensText(tokens));
    m_sample = tokens;
    m_sampleText = m_panel.text(); // its line ends may differ
}

void SentenceFeed::ask(const QString& text)
{
    m_asked = m_sample ? m_session.predict({*m_sample}) : m_session.predictText(text.toStdString());
}

void SentenceFeed::answer(const PredictionAnswer& answer)
{
    if (answer.id != m_asked)
        return;
    m_asked = 0;
    m_answeredStep = answer.step;
    if (answer.problem) {
        m_panel.showProblem(messageText(*answer.problem));
        return;
    }
    if (answer.outputs.empty())
        return;
    const PredictionAnswer::Output& output = answer.outputs.front();
    QStringList names;
    for (const std::string& name : output.classNames)
        names << engineText(name);
    TextReading reading{answer.tokens, answer.room, {}};
    for (const std::string& token : answer.unknown)
        reading.unknown << fromStd(token);
    m_panel.showAnswer(output.values, names, reading, fromStd(answer.run.string()), answer.step);
    Q_EMIT answered(answer);
}

} // namespace netsmith::gui
