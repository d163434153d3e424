#include "gui/widgets/labels/elided_label.h"

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

QString ElidedLabel::textCutOff() const
{
    return fontMetrics().horizontalAdvance(text()) > contentsRect().width() ? text() : QString();
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    style()->drawItemText(&painter, contentsRect(), static_cast<int>(QStyle::visualAlignment(layoutDirection(), alignment())),
                          palette(), isEnabled(), fontMetrics().elidedText(text(), m_mode, contentsRect().width()),
                          foregroundRole());
}

} // namespace netsmith::gui
