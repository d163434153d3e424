#pragma once

#include "engine/fields/dataset.h"

#include <QObject>

#include <optional>

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
    void follow(bool ready, const QStringList& classes = {});
    /// A sample of the data, shown as a text; what is asked about are its tokens.
    void showSample(const data::Field& tokens);

Q_SIGNALS:
    /// What is asked about is not the sample any more.
    void sampleLeft();
    /// The answer that is shown.
    void answered(const netsmith::gui::PredictionAnswer& answer);

private:
    void ask(const QString& text);
    void answer(const PredictionAnswer& answer);

    TrainingSession& m_session;
    SentencePanel& m_panel;
    std::optional<data::Field> m_sample; ///< that the panel shows
    QString m_sampleText; ///< as it shows it
    std::uint64_t m_asked = 0;
    std::int64_t m_answeredStep = -1;
};

} // namespace netsmith::gui
