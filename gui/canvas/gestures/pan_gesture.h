#pragma once

#include "gui/canvas/gestures/gesture.h"

namespace netsmith::gui {

class Canvas;

/// Moves the view with the pointer.
class PanGesture final : public Gesture {
public:
    PanGesture(Canvas& canvas, const Pointer& start);

    void move(const Pointer& pointer) override;
    void finish(const Pointer& pointer) override;
    void cancel() override { }
    Qt::CursorShape cursor() const override { return Qt::ClosedHandCursor; }
    bool scrolls() const override { return false; }

private:
    Canvas& m_canvas;
    QPoint m_last;
};

} // namespace netsmith::gui
