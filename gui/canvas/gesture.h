#pragma once

#include <QPoint>
#include <QPointF>
#include <Qt>

namespace netsmith::gui {

/// Where the pointer is.
struct Pointer {
    QPointF scene;
    QPoint view;
    Qt::KeyboardModifiers modifiers;

    bool adds() const { return modifiers & (Qt::ShiftModifier | Qt::ControlModifier); }
};

/// What goes on between pressing a button on the canvas and letting it go: shows what would come of it, and makes at most one undo
/// step at its end.
class Gesture {
public:
    Gesture() = default;
    virtual ~Gesture() = default;
    Gesture(const Gesture&) = delete;
    Gesture& operator=(const Gesture&) = delete;

    virtual void move(const Pointer& pointer) = 0;
    virtual void finish(const Pointer& pointer) = 0;
    /// Leaves everything as it was.
    virtual void cancel() = 0;
    virtual Qt::CursorShape cursor() const { return Qt::ArrowCursor; }
    /// Whether the view follows the pointer past its edge.
    virtual bool scrolls() const { return true; }
};

} // namespace netsmith::gui
