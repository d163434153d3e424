#include "gui/canvas/gestures/resize_gesture.h"

#include "gui/canvas/canvas.h"
#include "gui/canvas/network_scene.h"
#include "gui/document/graph_edits.h"

#include <QApplication>

#include <algorithm>

namespace netsmith::gui {

ResizeGesture::ResizeGesture(Canvas& canvas, const Pointer& start, const AnnotationLayer::Hit& hit)
    : m_canvas(canvas)
    , m_start(start)
    , m_hit(hit)
    , m_before(canvas.network().annotations().item(hit.ref)->rectangle())
    , m_rectangle(m_before)
{
    canvas.document().selection().set({}, {}, hit.ref.asSet());
}

QRectF ResizeGesture::resized(QPointF by) const
{
    constexpr double least = 60.0;
    QRectF out = m_before;
    const QPointF topLeft = snapped(m_before.topLeft() + by);
    const QPointF bottomRight = snapped(m_before.bottomRight() + by);
    if (m_hit.edges & Qt::LeftEdge)
        out.setLeft(std::min(topLeft.x(), out.right() - least));
    if (m_hit.edges & Qt::RightEdge)
        out.setRight(std::max(bottomRight.x(), out.left() + least));
    if (m_hit.edges & Qt::TopEdge)
        out.setTop(std::min(topLeft.y(), out.bottom() - least / 2.0));
    if (m_hit.edges & Qt::BottomEdge)
        out.setBottom(std::max(bottomRight.y(), out.top() + least / 2.0));
    return out;
}

void ResizeGesture::resizeIn(Graph& graph) const
{
    if (m_hit.ref.note)
        resizeNote(graph, *m_hit.ref.note, m_rectangle);
    else
        resizeFrame(graph, m_hit.ref.frame, m_rectangle);
}

void ResizeGesture::move(const Pointer& pointer)
{
    if (!m_moves && (pointer.view - m_start.view).manhattanLength() < QApplication::startDragDistance())
        return;
    m_moves = true;
    m_rectangle = resized(pointer.scene - m_start.scene);
    Graph after = m_canvas.document().graph();
    resizeIn(after);
    m_canvas.network().annotations().show(after);
}

void ResizeGesture::finish(const Pointer& pointer)
{
    move(pointer);
    cancel();
    if (m_moves && m_rectangle != m_before)
        m_canvas.document().editGraph(m_hit.ref.note ? Canvas::tr("Resize note") : Canvas::tr("Resize frame"),
                                      [&](Graph& graph) { resizeIn(graph); });
}

void ResizeGesture::cancel()
{
    m_canvas.network().annotations().show(m_canvas.document().graph());
}

Qt::CursorShape ResizeGesture::cursorFor(Qt::Edges edges)
{
    if (edges == (Qt::LeftEdge | Qt::TopEdge) || edges == (Qt::RightEdge | Qt::BottomEdge))
        return Qt::SizeFDiagCursor;
    if (edges == (Qt::RightEdge | Qt::TopEdge) || edges == (Qt::LeftEdge | Qt::BottomEdge))
        return Qt::SizeBDiagCursor;
    return edges & (Qt::LeftEdge | Qt::RightEdge) ? Qt::SizeHorCursor : Qt::SizeVerCursor;
}

} // namespace netsmith::gui
