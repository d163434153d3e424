#pragma once

#include "gui/document/document.h"
#include "gui/widgets/side_thread.h"

#include <QObject>
#include <QTimer>

namespace netsmith::gui {

/// What training the document would take of the device's memory, reckoned by a thread of its own soon after each edit.
class MemoryEstimate : public QObject {
    Q_OBJECT

public:
    explicit MemoryEstimate(Document& document, QObject* parent = nullptr);

Q_SIGNALS:
    /// "≈ 83 MiB"; empty where the project can't be trained yet.
    void estimated(const QString& text);

private:
    void ask();

    Document& m_document;
    QTimer m_pause; ///< a person who drags a slider is not answered for each pixel
    std::uint64_t m_asked = 0;
    bool m_busy = false;
    SideThread m_thread{"netsmith-memory"};
};

} // namespace netsmith::gui
