#pragma once

#include "engine/graph/graph.h"
#include "gui/canvas/gesture.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

class QGraphicsRectItem;

namespace netsmith::gui {

class Canvas;

/// Draws a rubber band and selects the nodes that it meets; with Shift or Ctrl in addition to those selected. Without a way it
/// selects nothing, as a click on the ground does.
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
    std::unique_ptr<QGraphicsRectItem> m_band;
};

} // namespace netsmith::gui
