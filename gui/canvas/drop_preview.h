#pragma once

#include "engine/graph/graph.h"
#include "gui/canvas/alignment.h"
#include "gui/canvas/canvas_look.h"

#include <QGraphicsItem>
#include <QString>

#include <optional>
#include <vector>

namespace netsmith::gui {

class NetworkScene;
class WireItem;

/// Shows where a layer would come to lie that is dragged over the canvas, and lights the wire that it would go into.
class DropPreview final : public QGraphicsItem {
public:
    DropPreview(NetworkScene& network, Token category, QString icon);
    ~DropPreview() override;

    /// `wire` null: free ground. Where it goes into one, its wires to both ends are shown.
    void showAt(QPointF corner, WireItem* wire, const std::vector<QLineF>& guides);
    const std::vector<QPolygonF>& wires() const { return m_wires; }

    QRectF boundingRect() const override { return m_bounds; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    NetworkScene& m_network;
    QString m_icon;
    NodeFrame m_frame;
    std::optional<Edge> m_target;
    std::vector<QPolygonF> m_wires; ///< in item units
    QRectF m_bounds;
    Guides m_guides;
};

} // namespace netsmith::gui
