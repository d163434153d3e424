#include "gui/canvas/gestures/pan_gesture.h"

#include "gui/canvas/canvas.h"

namespace netsmith::gui {

PanGesture::PanGesture(Canvas& canvas, const Pointer& start)
    : m_canvas(canvas)
    , m_last(start.view)
{
}

void PanGesture::move(const Pointer& pointer)
{
    m_canvas.panBy(pointer.view - m_last);
    m_last = pointer.view;
}

void PanGesture::finish(const Pointer& pointer)
{
    move(pointer);
}

} // namespace netsmith::gui
