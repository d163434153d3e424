#pragma once

#include "engine/graph/parameter.h"

#include <QObject>

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

private:
    void write(const QString& prompt, const ParameterMap& settings);
    void stop();
    void show(const WrittenText& text);

    TrainingSession& m_session;
    TextPanel& m_panel;
    std::uint64_t m_text = 0; ///< being written; 0: none
};

} // namespace netsmith::gui
