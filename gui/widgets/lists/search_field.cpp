#include "gui/widgets/lists/search_field.h"

#include "gui/widgets/icon.h"
#include "gui/widgets/theme.h"

#include <QAction>
#include <QKeyEvent>
#include <QPainter>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

SearchField::SearchField(QWidget* parent)
    : QLineEdit(parent)
{
    QAction* clear = addAction(icon(u"close"_s, Token::textMuted), TrailingPosition);
    clear->setObjectName(u"clearSearch"_s);
    clear->setVisible(false);
    // A line edit's action button isn't styled as a tool button.
    for (QToolButton* button : findChildren<QToolButton*>())
        button->setStyleSheet(u"min-height: 0; padding: 0; border: none; background: transparent;"_s);
    connect(clear, &QAction::triggered, this, &QLineEdit::clear);
    connect(this, &QLineEdit::textChanged, this, [this, clear](const QString& text) {
        clear->setVisible(!text.isEmpty());
        clear->setToolTip(tr("Clear the search"));
        update();
    });
    connect(&Theme::instance(), &Theme::changed, this, &SearchField::placeMargins);
    placeMargins();
}

void SearchField::setShortcutHint(const QString& hint)
{
    m_hint = hint;
    update();
}

void SearchField::placeMargins()
{
    setTextMargins(Theme::instance().scaled(22), 0, 0, 0);
}

bool SearchField::event(QEvent* event)
{
    // Esc clears the field before any shortcut gets it.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && !text().isEmpty()) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void SearchField::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Up: Q_EMIT moved(-1); return;
    case Qt::Key_Down: Q_EMIT moved(1); return;
    case Qt::Key_PageUp: Q_EMIT moved(-10); return;
    case Qt::Key_PageDown: Q_EMIT moved(10); return;
    case Qt::Key_Return:
    case Qt::Key_Enter: Q_EMIT chosen(); return;
    case Qt::Key_Escape:
        if (text().isEmpty())
            Q_EMIT left();
        else
            clear();
        return;
    default: QLineEdit::keyPressEvent(event);
    }
}

void SearchField::resizeEvent(QResizeEvent* event)
{
    QLineEdit::resizeEvent(event);
    placeMargins();
}

void SearchField::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    const double side = theme.scaled(14);
    const double x = layoutDirection() == Qt::RightToLeft ? width() - 9.0 - side : 9.0;
    paintIcon(painter, {x, (height() - side) / 2.0, side, side}, u"search"_s, theme.color(Token::textMuted));
    if (m_hint.isEmpty() || !text().isEmpty())
        return;
    const QFont font = theme.font(TextRole::caption);
    const int needed = QFontMetrics(font).horizontalAdvance(m_hint) + fontMetrics().horizontalAdvance(placeholderText());
    if (needed + theme.scaled(20) + 36 > width())
        return;
    painter.setFont(font);
    painter.setPen(theme.color(Token::textMuted));
    painter.drawText(rect().adjusted(10, 0, -10, 0), Qt::AlignTrailing | Qt::AlignVCenter, m_hint);
}

} // namespace netsmith::gui
