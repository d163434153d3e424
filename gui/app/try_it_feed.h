#pragma once

#include <QObject>

namespace netsmith::gui {

class Document;
class TrainingSession;
class TryItPanel;
struct PredictionAnswer;

/// Carries questions from the pad to the network that trains or has trained, and answers back.
class TryItFeed : public QObject {
    Q_OBJECT

public:
    TryItFeed(Document& document, TrainingSession& session, TryItPanel& panel, QObject* parent);

private:
    void follow();
    void ask(const QByteArray& sample);
    void answer(const PredictionAnswer& answer);

    Document& m_document;
    TrainingSession& m_session;
    TryItPanel& m_panel;
    std::uint64_t m_asked = 0;
    std::int64_t m_answeredStep = -1;
};

} // namespace netsmith::gui
