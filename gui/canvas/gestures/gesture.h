#pragma once

#include <QPoint>
#include <QPointF>
#include <Qt>

namespace netsmith::gui {

/// The position of the pointer.
struct Pointer {
    QPointF scene;
    QPoint view;
    Qt::KeyboardModifiers modifiers;

    bool adds() const { return modifiers & (Qt::ShiftModifier | Qt::ControlModifier); }
};

/// A drag on the canvas between press and release of a button: previews its result, and makes at most one undo step at the end.
class Gesture {
public:
    Gesture() = default;
    virtual ~Gesture() = default;
    Gesture(const Gesture&) = delete;
    Gesture& operator=(const Gesture&) = delete;

    virtual void move(const Pointer& pointer) = 0;
    virtual void finish(const Pointer& pointer) = 0;
    /// Ends without an edit.
    virtual void cancel() = 0;
    virtual Qt::CursorShape cursor() const { return Qt::ArrowCursor; }
    /// Whether the view scrolls when the pointer reaches its edge.
    virtual bool scrolls() const { return true; }
};

} // namespace netsmith::gui
