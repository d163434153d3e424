#include "gui/widgets/controls/refresh_pacer.h"

#include <QEvent>
#include <QWidget>

#include <algorithm>

namespace netsmith::gui {

RefreshPacer::RefreshPacer(QWidget* view, int interval)
    : QObject(view)
    , m_view(view)
    , m_interval(interval)
{
    m_later.setSingleShot(true);
    connect(&m_later, &QTimer::timeout, this, &RefreshPacer::fire);
    view->installEventFilter(this);
}

void RefreshPacer::request()
{
    m_due = true;
    if (!m_view->isVisible() || m_later.isActive())
        return;
    const qint64 since = m_since.isValid() ? m_since.elapsed() : m_interval;
    if (since >= m_interval)
        fire();
    else
        m_later.start(static_cast<int>(m_interval - since));
}

void RefreshPacer::requestAtOnce()
{
    m_due = true;
    if (m_view->isVisible())
        fire();
}

bool RefreshPacer::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_view && event->type() == QEvent::Show && m_due)
        fire();
    return QObject::eventFilter(watched, event);
}

void RefreshPacer::fire()
{
    m_later.stop();
    if (!m_due || !m_view->isVisible())
        return;
    m_due = false;
    m_since.start();
    Q_EMIT refresh();
}

} // namespace netsmith::gui
