#include "gui/widgets/controls/elided_label.h"

#include "gui/widgets/plain_text.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>

namespace netsmith::gui {

ElidedLabel::ElidedLabel(TextRole role, const QString& tone, QWidget* parent)
    : TextLabel(role, tone, parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::setElideMode(Qt::TextElideMode mode)
{
    m_mode = mode;
    update();
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {fontMetrics().horizontalAdvance(QChar(0x2026)) * 3, QLabel::minimumSizeHint().height()};
}

bool ElidedLabel::isElided() const
{
    return fontMetrics().horizontalAdvance(text()) > contentsRect().width();
}

bool ElidedLabel::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty()) {
        const auto* help = static_cast<QHelpEvent*>(event);
        showPlainTip(help->globalPos(), isElided() ? text() : QString(), this);
        return true;
    }
    return TextLabel::event(event);
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    style()->drawItemText(&painter, contentsRect(), static_cast<int>(QStyle::visualAlignment(layoutDirection(), alignment())),
                          palette(), isEnabled(), fontMetrics().elidedText(text(), m_mode, contentsRect().width()),
                          foregroundRole());
}

} // namespace netsmith::gui
