#include "gui/widgets/forms/commit_field.h"

#include "gui/widgets/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QStyle>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

CommitField::CommitField(QWidget* parent)
    : QLineEdit(parent)
{
    connect(this, &QLineEdit::textChanged, this, qOverload<>(&QWidget::update));
}

void CommitField::setCommitted(const QString& text)
{
    m_committed = text;
    if (this->text() == text)
        return;
    const int cursor = cursorPosition();
    const bool whole = selectedText() == this->text() && hasSelectedText();
    setText(text); // clears the field's own undo history: the document takes over
    if (whole)
        selectAll();
    else
        setCursorPosition(hasFocus() ? cursor : 0);
}

void CommitField::setHints(QStringList hints)
{
    m_hints = std::move(hints);
    update();
}

void CommitField::setInvalid(bool invalid)
{
    if (property("invalid").toBool() == invalid)
        return;
    setProperty("invalid", invalid);
    style()->unpolish(this);
    style()->polish(this);
}

void CommitField::commit()
{
    if (isDirty())
        Q_EMIT commitAsked(text());
}

bool CommitField::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (!isDirty() && (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo))) {
            event->ignore();
            return true;
        }
        if (isDirty() && key->key() == Qt::Key_Escape) {
            event->accept();
            return true;
        }
    }
    return QLineEdit::event(event);
}

void CommitField::keyPressEvent(QKeyEvent* event)
{
    if (!isDirty() && (event->matches(QKeySequence::Undo) || event->matches(QKeySequence::Redo))) {
        event->ignore();
        return;
    }
    const bool big = event->modifiers().testFlag(Qt::ShiftModifier);
    switch (event->key()) {
    case Qt::Key_Up: Q_EMIT stepAsked(big ? 10 : 1); return;
    case Qt::Key_Down: Q_EMIT stepAsked(big ? -10 : -1); return;
    case Qt::Key_PageUp: Q_EMIT stepAsked(10); return;
    case Qt::Key_PageDown: Q_EMIT stepAsked(-10); return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        commit();
        if (!isDirty())
            selectAll();
        return;
    case Qt::Key_Escape:
        if (isDirty()) {
            setText(m_committed);
            selectAll();
            Q_EMIT restored();
            return;
        }
        break;
    default: break;
    }
    QLineEdit::keyPressEvent(event);
}

void CommitField::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::ActiveWindowFocusReason && event->reason() != Qt::PopupFocusReason)
        commit();
}

void CommitField::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    const Theme& theme = Theme::instance();
    const QFont font = theme.font(TextRole::numberCaption);
    const QFontMetrics metrics(font);
    const QString shown = text().isEmpty() ? placeholderText() : text();
    const int room = width() - 20 - fontMetrics().horizontalAdvance(shown) - theme.scaled(12);
    for (const QString& hint : m_hints)
        if (metrics.horizontalAdvance(hint) <= room) {
            QPainter painter(this);
            painter.setFont(font);
            painter.setPen(theme.color(isEnabled() ? Token::textMuted : Token::textDisabled));
            painter.drawText(rect().adjusted(10, 0, -10, 0), Qt::AlignTrailing | Qt::AlignVCenter, hint);
            return;
        }
}

} // namespace netsmith::gui
