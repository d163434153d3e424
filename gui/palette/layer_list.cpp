#include "gui/palette/layer_list.h"

#include "gui/document/document.h"
#include "gui/palette/drag_ghost.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QMouseEvent>

namespace netsmith::gui {

LayerList::LayerList(const Document& document, QWidget* parent)
    : SectionedList(parent)
    , m_document(document)
{
}

LayerList::~LayerList()
{
    end();
}

void LayerList::mousePressEvent(QMouseEvent* event)
{
    if (m_ghost) { // another button was pressed while dragging
        cancel();
        return;
    }
    SectionedList::mousePressEvent(event);
    const Row* row = event->button() == Qt::LeftButton ? rowAt(event->position().toPoint()) : nullptr;
    m_pressed = row ? row->id : QString();
    m_pressedAt = event->globalPosition().toPoint();
}

void LayerList::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint global = event->globalPosition().toPoint();
    if (!event->buttons().testFlag(Qt::LeftButton)) {
        SectionedList::mouseMoveEvent(event);
        return;
    }
    if (m_pressed.isEmpty())
        return;
    if (!m_ghost && (global - m_pressedAt).manhattanLength() >= QApplication::startDragDistance())
        begin();
    if (m_ghost) {
        m_ghost->follow(global);
        Q_EMIT dragMoved(global, m_pressed);
    }
}

void LayerList::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_ghost) {
        m_pressed.clear();
        SectionedList::mouseReleaseEvent(event);
        return;
    }
    const QString layer = m_pressed;
    end();
    setState(NoState); // the view saw the press, and must not treat the release as a click
    Q_EMIT dragEnded(event->globalPosition().toPoint(), layer);
}

void LayerList::keyPressEvent(QKeyEvent* event)
{
    const QString layer = currentId();
    if (event->key() == Qt::Key_F2 && !layer.isEmpty())
        Q_EMIT renameAsked(layer);
    else if (event->key() == Qt::Key_Delete && !layer.isEmpty())
        Q_EMIT deleteAsked(layer);
    else
        SectionedList::keyPressEvent(event);
}

void LayerList::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const Row* row = byKey ? nullptr : rowAt(event->pos());
    const QString layer = byKey ? currentId() : row ? row->id : QString();
    if (layer.isEmpty())
        return;
    setCurrentId(layer);
    Q_EMIT menuAsked(layer, byKey ? viewport()->mapToGlobal(rectOf(layer).center()) : event->globalPos());
}

void LayerList::hideEvent(QHideEvent* event)
{
    cancel();
    SectionedList::hideEvent(event);
}

void LayerList::begin()
{
    const LayerSpec* layer = m_document.layers().find(m_pressed.toStdString());
    if (!layer)
        return; // it was removed while the button was held
    m_ghost = new DragGhost(*layer, window());
    viewport()->setCursor(Qt::ClosedHandCursor);
    qApp->installEventFilter(this); // Esc cancels wherever the focus is
}

void LayerList::end()
{
    m_pressed.clear();
    if (!m_ghost)
        return;
    // Deferred: the window may be hiding its children one by one, the ghost among them.
    m_ghost->hide();
    m_ghost->deleteLater();
    m_ghost.clear();
    viewport()->unsetCursor();
    qApp->removeEventFilter(this);
}

void LayerList::cancel()
{
    const bool dragging = m_ghost;
    end();
    if (dragging)
        Q_EMIT dragCancelled();
}

bool LayerList::eventFilter(QObject* watched, QEvent* event)
{
    if (m_ghost) {
        const bool key = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
        if (key && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
            event->accept();
            if (event->type() == QEvent::KeyPress)
                cancel();
            return true;
        }
        if (event->type() == QEvent::ApplicationDeactivate)
            cancel();
    }
    return SectionedList::eventFilter(watched, event);
}

} // namespace netsmith::gui
