#include "gui/canvas/drop_preview.h"

#include "gui/canvas/network_scene.h"
#include "gui/canvas/wire_route.h"
#include "gui/document/graph_edits.h"

#include <QPainter>
#include <QVarLengthArray>

namespace netsmith::gui {

DropPreview::DropPreview(NetworkScene& network, Token category, QString icon)
    : m_network(network)
    , m_icon(std::move(icon))
    , m_guides(network)
{
    m_frame.category = category;
    m_frame.selected = true;
    setZValue(4.0);
    setOpacity(0.7);
    setAcceptedMouseButtons(Qt::NoButton);
    network.addItem(this);
}

DropPreview::~DropPreview()
{
    if (WireItem* wire = m_target ? m_network.wireOf(*m_target) : nullptr)
        wire->setTarget(false);
}

void DropPreview::showAt(QPointF corner, WireItem* wire, const std::vector<QLineF>& guides)
{
    prepareGeometryChange();
    setPos(corner);
    if (WireItem* before = m_target ? m_network.wireOf(*m_target) : nullptr; before && before != wire)
        before->setTarget(false);
    m_target = wire ? std::optional(wire->edge()) : std::nullopt;
    m_wires.clear();
    constexpr double around = nodeLook::around;
    m_bounds = QRectF(-around, -around, nodeSize.x() + 2.0 * around, nodeSize.y() + 2.0 * around);
    if (wire) {
        wire->setTarget(true);
        const NodeMap nothing;
        const QPolygonF& route = wire->route();
        m_wires = {routeWire(route.front() - corner, portPlace(0, 1, true), nothing),
                   routeWire(portPlace(0, 1, false), route.back() - corner, nothing)};
        for (const QPolygonF& way : m_wires)
            m_bounds |= way.boundingRect().adjusted(-around, -around, around, around);
    }
    m_guides.show(wire ? std::vector<QLineF>() : guides);
}

void DropPreview::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const QTransform world = painter->worldTransform();
    painter->setWorldTransform({});
    for (const QPolygonF& way : m_wires) {
        QVarLengthArray<QPointF, 8> points;
        for (const QPointF& point : way)
            points.append(world.map(point));
        m_network.look().drawWire(*painter, points.constData(), points.size(), world.m11(), 1.6, Token::accent);
    }
    m_network.look().drawFrame(*painter, {world.dx(), world.dy()}, world.m11(), m_frame, m_icon);
    painter->setWorldTransform(world);
}

} // namespace netsmith::gui
