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

/// Shows what would become of a layer that is let go where it is dragged to: the place where it comes to lie, what makes room for
/// it, what it is in line with, and the wires that take the place of the one it goes into. Ends with the drag.
class DropPreview final : public QGraphicsItem {
public:
    /// `dragged`: the nodes that are in the network, and so are shown already; none where the layer comes from elsewhere.
    DropPreview(NetworkScene& network, const LayerSpec* layer, std::set<std::string> dragged = {});
    ~DropPreview() override;

    /// `after`: the graph with what is dragged let go, of which `landed` is under the pointer. `wire` null: on free ground.
    void show(const Graph& after, const std::string& landed, WireItem* wire, bool aligns);
    /// As it is in the document, so that a place can be looked for in it.
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
