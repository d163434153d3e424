#include "gui/canvas/canvas_fields.h"

using namespace Qt::StringLiterals;

namespace netsmith::gui {

RenameField::RenameField(QWidget* canvas)
    : CanvasField(canvas)
{
    setObjectName(u"canvasRename"_s);
    setAccessibleName(tr("Title of the layer"));
}

void RenameField::open(const QString& title, const QString& untitled, const QRect& place, Take take)
{
    setAccessibleName(tr("Title of the layer"));
    setText(title);
    setPlaceholderText(untitled);
    openAt(place, std::move(take));
}

NoteField::NoteField(QWidget* canvas)
    : CanvasField(canvas)
{
    setObjectName(u"canvasNoteField"_s);
    setTabChangesFocus(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_withEnter = Qt::ControlModifier;
}

void NoteField::open(const QString& text, const QRect& place, const QFont& font, Take take)
{
    setAccessibleName(tr("Text of the note"));
    setPlaceholderText(tr("Write a note"));
    setFont(font);
    setPlainText(text);
    openAt(place, std::move(take));
}

bool NoteField::event(QEvent* event)
{
    // Takes its keys before shortcuts do, as a line edit does.
    if (event->type() == QEvent::ShortcutOverride)
        if (const auto* key = static_cast<QKeyEvent*>(event); key->key() == Qt::Key_Escape || isEnter(*key)) {
            event->accept();
            return true;
        }
    return QPlainTextEdit::event(event);
}

} // namespace netsmith::gui
