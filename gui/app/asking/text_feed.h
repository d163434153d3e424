#pragma once

#include "engine/graph/specs/parameter.h"

#include <QObject>
#include <QString>

#include <optional>

namespace netsmith::gui {

class TextPanel;
class TrainingSession;
struct WrittenText;

/// Passes prompts to the network that trains or was trained, and the generated tokens back.
class TextFeed : public QObject {
    Q_OBJECT

public:
    TextFeed(TrainingSession& session, TextPanel& panel, QObject* parent);

    /// `ready`: whether there is a network that generates text.
    void follow(bool ready);
    /// Sets the prompt to a sample of the data.
    void showSample(const QString& text);

Q_SIGNALS:
    /// The prompt is no longer the sample's.
    void sampleLeft();

private:
    void write(const QString& prompt, const ParameterMap& settings);
    void stop();
    void show(const WrittenText& text);

    TrainingSession& m_session;
    TextPanel& m_panel;
    std::optional<QString> m_sample; ///< the sample that is the prompt
    std::uint64_t m_text = 0; ///< the one being generated; 0: none
};

} // namespace netsmith::gui
