#pragma once

#include "gui/document/document.h"
#include "gui/widgets/side_thread.h"

#include <QObject>
#include <QTimer>

namespace netsmith::gui {

/// Estimates the device memory needed to train the document, on a separate thread shortly after each edit.
class MemoryEstimate : public QObject {
    Q_OBJECT

public:
    explicit MemoryEstimate(Document& document, QObject* parent = nullptr);

Q_SIGNALS:
    /// "≈ 83 MiB"; empty if the project can't be trained yet.
    void estimated(const QString& text);

private:
    void ask();

    Document& m_document;
    QTimer m_pause; ///< avoids an estimate for each step while a slider is dragged
    std::uint64_t m_asked = 0;
    bool m_busy = false;
    SideThread m_thread{"netsmith-memory"};
};

} // namespace netsmith::gui
