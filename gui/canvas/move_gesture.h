#pragma once

#include "engine/graph/graph.h"
#include "gui/canvas/annotation_layer.h"
#include "gui/canvas/gesture.h"

#include <memory>
#include <optional>
#include <set>
#include <string>

namespace netsmith::gui {

class Canvas;
class DropPreview;

/// Drags what is selected, snapped to the grid and to the lines of the neighbours (with Alt to the grid alone): a frame with all
/// that lies in it, and a single node without wires into the wire it is let go on. What is shown meanwhile is what comes of letting
/// go. A press that does not move selects.
class MoveGesture final : public Gesture {
public:
    MoveGesture(Canvas& canvas, const Pointer& start, const std::string& node);
    MoveGesture(Canvas& canvas, const Pointer& start, const AnnotationRef& annotation);
    ~MoveGesture() override;

    void move(const Pointer& pointer) override;
    void finish(const Pointer& pointer) override;
    void cancel() override;
    Qt::CursorShape cursor() const override { return m_moves ? Qt::SizeAllCursor : Qt::ArrowCursor; }

private:
    void takeSelection();
    bool isSelected() const;
    void selectAlone();
    QPointF home() const;
    void settleIn(Graph& graph) const;

    Canvas& m_canvas;
    Pointer m_start;
    std::string m_node; ///< the one under the pointer
    std::optional<AnnotationRef> m_annotation; ///< or this
    std::set<std::string> m_nodes;
    Annotations m_annotations; ///< with all that lies in the frames
    QPointF m_by;
    bool m_moves = false;
    bool m_insertable = false;
    std::optional<Edge> m_target;
    std::unique_ptr<DropPreview> m_preview;
};

} // namespace netsmith::gui
