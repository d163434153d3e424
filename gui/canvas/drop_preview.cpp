#include "gui/canvas/drop_preview.h"

#include "gui/canvas/network_scene.h"
#include "gui/document/graph_edits.h"

#include <QPainter>

namespace netsmith::gui {

DropPreview::DropPreview(NetworkScene& network, Token category, QString icon)
    : m_network(network)
    , m_icon(std::move(icon))
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
    if (WireItem* wire = m_target ? m_network.wire(*m_target) : nullptr)
        wire->setTarget(false);
}

void DropPreview::showAt(QPointF corner, WireItem* wire)
{
    setPos(corner);
    if (WireItem* before = m_target ? m_network.wire(*m_target) : nullptr; before && before != wire)
        before->setTarget(false);
    m_target = wire ? std::optional(wire->edge()) : std::nullopt;
    if (wire)
        wire->setTarget(true);
}

QRectF DropPreview::boundingRect() const
{
    constexpr double around = nodeLook::around;
    return {-around, -around, nodeSize.x() + 2.0 * around, nodeSize.y() + 2.0 * around};
}

void DropPreview::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const QTransform world = painter->worldTransform();
    painter->setWorldTransform({});
    m_network.look().drawFrame(*painter, {world.dx(), world.dy()}, world.m11(), m_frame, m_icon);
    painter->setWorldTransform(world);
}

} // namespace netsmith::gui
