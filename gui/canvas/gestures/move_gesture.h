#pragma once

#include "engine/graph/graph.h"
#include "gui/canvas/gestures/gesture.h"
#include "gui/canvas/items/annotation_layer.h"

#include <memory>
#include <optional>
#include <set>
#include <string>

namespace netsmith::gui {

class Canvas;
class DropPreview;

/// Drags the selection, snapped to the grid and aligned with other nodes (with Alt, only to the grid): a frame with its contents,
/// and a single unconnected node into the wire that it is dropped on. Previews the result of the drop. A press without movement
/// selects.
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
    Annotations m_annotations; ///< with the contents of the frames
    QPointF m_by;
    bool m_moves = false;
    bool m_insertable = false;
    std::optional<Edge> m_target;
    std::unique_ptr<DropPreview> m_preview;
};

} // namespace netsmith::gui
