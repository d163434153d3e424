#pragma once

#include "engine/graph/parameter.h"

#include <QObject>
#include <QString>

#include <optional>

namespace netsmith::gui {

class TextPanel;
class TrainingSession;
struct WrittenText;

/// Carries what is to be written to the network that trains or has trained, and its tokens back.
class TextFeed : public QObject {
    Q_OBJECT

public:
    TextFeed(TrainingSession& session, TextPanel& panel, QObject* parent);

    /// Whether there is a network that writes.
    void follow(bool ready);
    /// A sample of the data as the prompt.
    void showSample(const QString& text);

Q_SIGNALS:
    /// The prompt is not the sample any more.
    void sampleLeft();

private:
    void write(const QString& prompt, const ParameterMap& settings);
    void stop();
    void show(const WrittenText& text);

    TrainingSession& m_session;
    TextPanel& m_panel;
    std::optional<QString> m_sample; ///< that is the prompt
    std::uint64_t m_text = 0; ///< being written; 0: none
};

} // namespace netsmith::gui
