#include "gui/canvas/rename_field.h"

#include <QKeyEvent>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

RenameField::RenameField(QWidget* parent)
    : QLineEdit(parent)
{
    setObjectName(u"canvasRename"_s);
    setAccessibleName(tr("Title of the layer"));
    hide();
}

void RenameField::open(const QString& title, const QString& untitled, const QRect& place)
{
    setAccessibleName(tr("Title of the layer"));
    setText(title);
    setPlaceholderText(untitled);
    setGeometry(place);
    m_open = true;
    show();
    raise();
    setFocus(Qt::OtherFocusReason);
    selectAll();
}

void RenameField::close(bool accept)
{
    if (!m_open)
        return;
    m_open = false;
    const bool hadFocus = hasFocus();
    hide();
    if (hadFocus && parentWidget())
        parentWidget()->setFocus(Qt::OtherFocusReason);
    if (accept)
        Q_EMIT accepted(text().trimmed());
}

void RenameField::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter: close(true); break;
    case Qt::Key_Escape: close(false); break;
    default: QLineEdit::keyPressEvent(event);
    }
}

void RenameField::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason) // its own menu
        close(true);
}

} // namespace netsmith::gui
