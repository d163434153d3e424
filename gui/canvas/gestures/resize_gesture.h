#pragma once

#include "gui/canvas/gestures/gesture.h"
#include "gui/canvas/items/annotation_layer.h"

namespace netsmith::gui {

class Canvas;

/// Resizes a frame or a note by its edge or corner, snapped to the grid. A frame takes in the nodes that are inside it afterwards.
/// A press without movement selects.
class ResizeGesture final : public Gesture {
public:
    ResizeGesture(Canvas& canvas, const Pointer& start, const AnnotationLayer::Hit& hit);

    void move(const Pointer& pointer) override;
    void finish(const Pointer& pointer) override;
    void cancel() override;
    Qt::CursorShape cursor() const override { return cursorFor(m_hit.edges); }
    static Qt::CursorShape cursorFor(Qt::Edges edges);

private:
    QRectF resized(QPointF by) const;
    void resizeIn(Graph& graph) const;

    Canvas& m_canvas;
    Pointer m_start;
    AnnotationLayer::Hit m_hit;
    QRectF m_before;
    QRectF m_rectangle;
    bool m_moves = false;
};

} // namespace netsmith::gui
