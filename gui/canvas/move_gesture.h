#pragma once

#include "engine/graph/graph.h"
#include "gui/canvas/alignment.h"
#include "gui/canvas/gesture.h"

#include <optional>
#include <set>
#include <string>

namespace netsmith::gui {

class Canvas;
class WireItem;

/// Drags the selected nodes, snapped to the grid and to the lines of their neighbours (with Alt to the grid alone); a single node
/// without wires goes into the wire it is let go on. A press that does not move selects.
class MoveGesture final : public Gesture {
public:
    MoveGesture(Canvas& canvas, const Pointer& start, const std::string& node);
    ~MoveGesture() override;

    void move(const Pointer& pointer) override;
    void finish(const Pointer& pointer) override;
    void cancel() override;
    Qt::CursorShape cursor() const override { return m_moves ? Qt::SizeAllCursor : Qt::ArrowCursor; }

private:
    void setTarget(WireItem* wire);

    Canvas& m_canvas;
    Pointer m_start;
    std::string m_node; ///< the one under the pointer
    std::set<std::string> m_nodes;
    QPointF m_by;
    bool m_moves = false;
    bool m_insertable = false;
    std::optional<Edge> m_target;
    Guides m_guides;
};

} // namespace netsmith::gui
