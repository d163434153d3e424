#pragma once

#include <QObject>

class QWidget;

namespace netsmith::gui {

/// Prints "visible" to standard output once the window has been painted and the event loop is idle, for tests/bench/studio.py,
/// which measures the time. Created if NETSMITH_TRACE_START is set.
class StartTrace : public QObject {
public:
    explicit StartTrace(QWidget& window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace netsmith::gui
