#pragma once

#include "gui/canvas/network_trail.h"
#include "gui/widgets/tokens.h"

#include <QGraphicsItem>
#include <QPolygonF>
#include <QVariantAnimation>

#include <optional>
#include <vector>

namespace netsmith::gui {

class CanvasLook;
class NetworkScene;
class NodeItem;

/// A walk through the network, drawn above the wires and around the nodes: the wires that lead to the current layer, with dots
/// that move along them once, and outlines of this layer and of those before it.
class TrailLayer final : public QGraphicsItem {
public:
    enum { Type = UserType + 7 };

    TrailLayer(NetworkScene& network, CanvasLook& look);

    int type() const override { return Type; }
    /// None: nothing is drawn.
    void show(std::optional<NetworkTrail> trail);
    const std::optional<NetworkTrail>& trail() const { return m_trail; }
    /// Dots are moving; never where the system reduces motion.
    bool isMoving() const { return m_motion.state() == QAbstractAnimation::Running; }
    /// The network has moved or changed.
    void renew();

    /// The current layer here, or the block that it is in; of the loss, each loss. Empty if it is elsewhere.
    std::vector<const NodeItem*> currentNodes() const;
    std::vector<const NodeItem*> passedNodes() const;
    /// The routes of the wires into them, each in the direction of the walk.
    std::vector<QPolygonF> routes() const;

    QRectF boundingRect() const override { return m_bounds; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    Token token() const;
    const NodeItem* nodeFor(const std::string& path) const;

    NetworkScene& m_network;
    CanvasLook& m_look;
    std::optional<NetworkTrail> m_trail;
    QRectF m_bounds;
    QVariantAnimation m_motion;
};

} // namespace netsmith::gui
