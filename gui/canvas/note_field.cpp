#include "gui/canvas/note_field.h"

#include <QKeyEvent>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

NoteField::NoteField(QWidget* parent)
    : QPlainTextEdit(parent)
{
    setObjectName(u"canvasNoteField"_s);
    setTabChangesFocus(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    hide();
}

void NoteField::open(const QString& text, const QRect& place, const QFont& font)
{
    setAccessibleName(tr("Text of the note"));
    setPlaceholderText(tr("Write a note"));
    setFont(font);
    setPlainText(text);
    setGeometry(place);
    m_open = true;
    show();
    raise();
    setFocus(Qt::OtherFocusReason);
    selectAll();
}

void NoteField::close(bool accept)
{
    if (!m_open)
        return;
    m_open = false;
    const bool hadFocus = hasFocus();
    hide();
    if (hadFocus && parentWidget())
        parentWidget()->setFocus(Qt::OtherFocusReason);
    if (accept)
        Q_EMIT accepted(toPlainText().trimmed());
}

bool NoteField::event(QEvent* event)
{
    // Its keys are its own, as those of a line in which one types are.
    if (event->type() == QEvent::ShortcutOverride)
        if (const auto* key = static_cast<QKeyEvent*>(event);
            key->key() == Qt::Key_Escape || key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            event->accept();
            return true;
        }
    return QPlainTextEdit::event(event);
}

void NoteField::keyPressEvent(QKeyEvent* event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->key() == Qt::Key_Escape)
        close(false);
    else if (enter && event->modifiers() & Qt::ControlModifier)
        close(true);
    else
        QPlainTextEdit::keyPressEvent(event);
}

void NoteField::focusOutEvent(QFocusEvent* event)
{
    QPlainTextEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason) // its own menu
        close(true);
}

} // namespace netsmith::gui
