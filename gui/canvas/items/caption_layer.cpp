#include "gui/canvas/items/caption_layer.h"

#include "gui/canvas/items/wire_item.h"

#include <QPainter>
#include <QStyleOptionGraphicsItem>

namespace netsmith::gui {
namespace {

constexpr double endless = 1e6;

/// The area in which a wire's caption may be.
QRectF reachOf(const WireItem& wire)
{
    constexpr double besides = 80.0;
    constexpr double above = 60.0;
    return wire.boundingRect().translated(wire.pos()).adjusted(-besides, -above, besides, above);
}

} // namespace

CaptionLayer::CaptionLayer(CanvasLook& look)
    : m_look(look)
{
    setZValue(0.9);
    setAcceptedMouseButtons(Qt::NoButton);
    setFlag(ItemUsesExtendedStyleOption);
}

void CaptionLayer::remove(WireItem& wire)
{
    renew(wire);
    std::erase(m_wires, &wire);
}

void CaptionLayer::renew(const WireItem& wire)
{
    update(reachOf(wire));
}

QRectF CaptionLayer::boundingRect() const
{
    return {-endless, -endless, 2.0 * endless, 2.0 * endless};
}

void CaptionLayer::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*)
{
    const QTransform world = painter->worldTransform();
    const double scale = world.m11();
    if (detailAt(scale) != Detail::full)
        return;
    const double ratio = painter->device()->devicePixelRatioF();
    painter->setFont(m_look.numberFont());
    for (WireItem* wire : m_wires) {
        if (wire->caption().isEmpty() || !wire->isVisible() || !option->exposedRect.intersects(reachOf(*wire)))
            continue;
        const QRectF place = wire->captionRectangle();
        if (!option->exposedRect.intersects(place))
            continue;
        const QPointF at = CanvasLook::toPixel(world.map(place.topLeft()), ratio);
        painter->setWorldTransform(QTransform(scale, 0.0, 0.0, scale, at.x(), at.y()));
        // Keeps wires from crossing the text.
        constexpr double leading = 3.0;
        painter->fillRect(QRectF(QPointF(), place.size()).adjusted(0.0, leading, 0.0, -leading), m_look.color(Token::canvas));
        painter->setPen(m_look.color(wire->isWrong() ? Token::bad : Token::textMuted));
        painter->drawStaticText(QPointF(), wire->captionText());
    }
    painter->setWorldTransform(world);
}

} // namespace netsmith::gui
