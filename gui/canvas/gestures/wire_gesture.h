#pragma once

#include "engine/graph/graph.h"
#include "gui/canvas/gestures/gesture.h"
#include "gui/canvas/items/node_map.h"

#include <QGraphicsItem>
#include <QVariantAnimation>

#include <memory>
#include <optional>
#include <set>
#include <string>

namespace netsmith::gui {

class Canvas;
class NodeItem;
class WireItem;
struct Hit;

/// Draws a wire from a port to one of the opposite direction, or moves an end of a wire. Possible target ports are highlighted; if
/// a target is impossible, the reason is shown at the pointer. A shape mismatch doesn't prevent a wire: it can be fixed.
class WireGesture final : public Gesture {
public:
    /// A new wire from a port.
    WireGesture(Canvas& canvas, const Pointer& start, const PortRef& port, bool fromOutput);
    /// Moves an end of a wire: its input end, or its output end.
    WireGesture(Canvas& canvas, const Pointer& start, const Edge& detached, bool inputEnd);
    ~WireGesture() override;

    void move(const Pointer& pointer) override;
    void finish(const Pointer& pointer) override;
    void cancel() override;
    Qt::CursorShape cursor() const override;

private:
    class Overlay;

    struct Target {
        PortRef port;
        QString refusal; ///< why it can't be connected there; empty: it can
    };

    void begin();
    std::optional<Target> targetAt(const Pointer& pointer);
    QString refusalOf(const PortRef& port) const;
    void showEnd(QPointF end);
    void connectTo(const PortRef& port);

    Canvas& m_canvas;
    Pointer m_start;
    PortRef m_port; ///< the fixed end
    bool m_fromOutput; ///< whether that is an output
    std::optional<Edge> m_detached;
    bool m_moves = false;
    std::optional<Target> m_target;
    std::unique_ptr<Overlay> m_overlay;
    QVariantAnimation m_snap; ///< animates the wire's end to the port under the pointer
};

} // namespace netsmith::gui
