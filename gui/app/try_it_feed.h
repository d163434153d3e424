#pragma once

#include <QObject>

namespace netsmith {
struct Project;
}

namespace netsmith::gui {

class Document;
class SentenceFeed;
class SeriesFeed;
class TextFeed;
class TrainingSession;
class TryItPages;
class TryItPanel;
struct PredictionAnswer;

/// Shows the page that fits the network that trains or has trained; carries questions from the pad to it, and answers back.
class TryItFeed : public QObject {
    Q_OBJECT

public:
    TryItFeed(Document& document, TrainingSession& session, TryItPages& pages, QObject* parent);

private:
    /// What the network that answers was made of, or what would be trained.
    const Project& project() const;
    void follow();
    void ask(const QByteArray& sample);
    void answer(const PredictionAnswer& answer);

    Document& m_document;
    TrainingSession& m_session;
    TryItPages& m_pages;
    TryItPanel& m_panel;
    TextFeed* m_texts;
    SentenceFeed* m_sentences;
    SeriesFeed* m_series;
    std::uint64_t m_asked = 0;
    std::int64_t m_answeredStep = -1;
};

} // namespace netsmith::gui
