#pragma once

#include "gui/canvas/gestures/gesture.h"
#include "gui/document/annotations.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

class QGraphicsRectItem;

namespace netsmith::gui {

class Canvas;

/// Draws a rubber band and selects the nodes and notes that it touches and the frames that it contains; with Shift or Ctrl, adds to
/// the selection. Without movement it clears the selection, like a click on the background.
class BandGesture final : public Gesture {
public:
    BandGesture(Canvas& canvas, const Pointer& start);
    ~BandGesture() override;

    void move(const Pointer& pointer) override;
    void finish(const Pointer& pointer) override;
    void cancel() override;
    Qt::CursorShape cursor() const override { return Qt::ArrowCursor; }

private:
    Canvas& m_canvas;
    Pointer m_start;
    std::set<std::string> m_nodesBefore;
    std::vector<Edge> m_edgesBefore;
    Annotations m_annotationsBefore;
    std::unique_ptr<QGraphicsRectItem> m_band;
};

} // namespace netsmith::gui
