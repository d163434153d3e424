#pragma once

#include "engine/graph/graph.h"
#include "gui/canvas/canvas_look.h"

#include <QGraphicsItem>
#include <QString>

#include <optional>

namespace netsmith::gui {

class NetworkScene;
class WireItem;

/// Shows where a layer would come to lie that is dragged over the canvas, and lights the wire that it would go into.
class DropPreview final : public QGraphicsItem {
public:
    DropPreview(NetworkScene& network, Token category, QString icon);
    ~DropPreview() override;

    /// `wire` null: free ground.
    void showAt(QPointF corner, WireItem* wire);

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    NetworkScene& m_network;
    QString m_icon;
    NodeFrame m_frame;
    std::optional<Edge> m_target;
};

} // namespace netsmith::gui
