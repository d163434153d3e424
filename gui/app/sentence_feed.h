#pragma once

#include <QObject>

namespace netsmith::gui {

class SentencePanel;
class TrainingSession;
struct PredictionAnswer;

/// Carries texts to the network that trains or has trained, and answers back.
class SentenceFeed : public QObject {
    Q_OBJECT

public:
    SentenceFeed(TrainingSession& session, SentencePanel& panel, QObject* parent);

    /// Whether there is a network that tells the class of a text.
    void follow(bool ready);

private:
    void ask(const QString& text);
    void answer(const PredictionAnswer& answer);

    TrainingSession& m_session;
    SentencePanel& m_panel;
    std::uint64_t m_asked = 0;
    std::int64_t m_answeredStep = -1;
};

} // namespace netsmith::gui
