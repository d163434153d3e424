#pragma once

#include "gui/canvas/gestures/gesture.h"

#include <functional>

namespace netsmith::gui {

/// A press that triggers an action if released where it began.
class ClickGesture final : public Gesture {
public:
    /// `isOn` returns whether the pointer is still there.
    ClickGesture(std::function<bool(const Pointer&)> isOn, std::function<void()> action)
        : m_isOn(std::move(isOn))
        , m_action(std::move(action))
    {
    }

    void move(const Pointer&) override { }
    void finish(const Pointer& pointer) override
    {
        if (m_isOn(pointer))
            m_action();
    }
    void cancel() override { }
    Qt::CursorShape cursor() const override { return Qt::PointingHandCursor; }
    bool scrolls() const override { return false; }

private:
    std::function<bool(const Pointer&)> m_isOn;
    std::function<void()> m_action;
};

} // namespace netsmith::gui
