#include "gui/app/start_trace.h"

#include <QEvent>
#include <QTimer>
#include <QWidget>

#include <cstdio>

namespace netsmith::gui {

StartTrace::StartTrace(QWidget& window)
    : QObject(&window)
{
    window.installEventFilter(this);
}

bool StartTrace::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Paint) {
        watched->removeEventFilter(this);
        QTimer::singleShot(0, this, [this] {
            std::puts("visible");
            std::fflush(stdout);
            deleteLater();
        });
    }
    return false;
}

} // namespace netsmith::gui
