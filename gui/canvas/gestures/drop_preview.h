#pragma once

#include "engine/graph/graph.h"
#include "gui/canvas/alignment.h"
#include "gui/canvas/canvas_look.h"

#include <QGraphicsItem>
#include <QString>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace netsmith {
struct LayerSpec;
}

namespace netsmith::gui {

class NetworkScene;
class WireItem;

/// Previews the drop of a dragged layer: its position, the nodes that make room for it, alignment guides, and the wires that
/// replace the one it is inserted into. Exists while dragging.
class DropPreview final : public QGraphicsItem {
public:
    /// `dragged`: nodes of the network, which are shown already; empty if the layer comes from elsewhere.
    DropPreview(NetworkScene& network, const LayerSpec* layer, std::set<std::string> dragged = {});
    ~DropPreview() override;

    /// `after`: the graph after the drop; `landed`: the node in it that is under the pointer. `wire` null: not inserted into a
    /// wire.
    void show(const Graph& after, const std::string& landed, WireItem* wire, bool aligns);
    /// Shows the document's state again, so that a position can be searched for in it.
    void hideLanding();
    const std::vector<QPolygonF>& wires() const { return m_wires; }
    const std::vector<QLineF>& guides() const { return m_guides.lines(); }
    const std::optional<Edge>& target() const { return m_target; }

    QRectF boundingRect() const override { return m_bounds; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void setTarget(WireItem* wire);

    NetworkScene& m_network;
    std::set<std::string> m_dragged;
    QString m_icon;
    NodeFrame m_frame;
    std::optional<Edge> m_target;
    std::vector<QPolygonF> m_wires; ///< in item units
    QRectF m_bounds;
    Guides m_guides;
};

} // namespace netsmith::gui
