#pragma once

#include "engine/fields/dataset.h"

#include <QObject>

#include <optional>

namespace netsmith::gui {

class SentencePanel;
class TrainingSession;
struct PredictionAnswer;

/// Passes texts to the network that trains or was trained, and its predictions back.
class SentenceFeed : public QObject {
    Q_OBJECT

public:
    SentenceFeed(TrainingSession& session, SentencePanel& panel, QObject* parent);

    /// `ready`: whether there is a network that classifies text.
    void follow(bool ready, const QStringList& classes = {});
    /// Shows a sample of the data as text; the prediction is for its tokens.
    void showSample(const data::Field& tokens);

Q_SIGNALS:
    /// The text is no longer the sample's.
    void sampleLeft();
    /// A prediction was shown.
    void answered(const netsmith::gui::PredictionAnswer& answer);

private:
    void ask(const QString& text);
    void answer(const PredictionAnswer& answer);

    TrainingSession& m_session;
    SentencePanel& m_panel;
    std::optional<data::Field> m_sample; ///< the sample that the panel shows
    QString m_sampleText; ///< its text in the panel
    std::uint64_t m_asked = 0;
    std::int64_t m_answeredStep = -1;
};

} // namespace netsmith::gui
