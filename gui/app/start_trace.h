#pragma once

#include <QObject>

class QWidget;

namespace netsmith::gui {

/// Says "visible" on standard output once the window was painted for the first time and the event loop is free again, for
/// tests/bench/studio.py, which reads it by its own clock. Made where NETSMITH_TRACE_START is set.
class StartTrace : public QObject {
public:
    explicit StartTrace(QWidget& window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace netsmith::gui
