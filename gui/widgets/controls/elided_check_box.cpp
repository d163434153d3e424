#include "gui/widgets/controls/elided_check_box.h"

#include "gui/widgets/plain_text.h"

#include <QHelpEvent>
#include <QStyleOptionButton>
#include <QStylePainter>

#include <algorithm>

namespace netsmith::gui {

ElidedCheckBox::ElidedCheckBox(const QString& text, QWidget* parent)
    : QCheckBox(text, parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize ElidedCheckBox::minimumSizeHint() const
{
    const QSize whole = QCheckBox::minimumSizeHint();
    const int given = fontMetrics().horizontalAdvance(text()) - fontMetrics().horizontalAdvance(QChar(0x2026)) * 3;
    return {whole.width() - std::max(0, given), whole.height()};
}

QString ElidedCheckBox::shownText() const
{
    QStyleOptionButton option;
    initStyleOption(&option);
    const QRect room = style()->subElementRect(QStyle::SE_CheckBoxContents, &option, this);
    return fontMetrics().elidedText(text(), Qt::ElideRight, room.width(), Qt::TextShowMnemonic);
}

bool ElidedCheckBox::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && shownText() != text()) {
        const QString more = toolTip();
        showPlainTip(static_cast<QHelpEvent*>(event)->globalPos(), more.isEmpty() ? text() : text() + u'\n' + more, this);
        return true;
    }
    return QCheckBox::event(event);
}

void ElidedCheckBox::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    option.text = shownText();
    painter.drawControl(QStyle::CE_CheckBox, option);
}

} // namespace netsmith::gui
