#include "gui/canvas/wire_item.h"

#include "gui/canvas/wire_route.h"
#include "gui/widgets/number_text.h"

#include <QPainter>
#include <QVarLengthArray>

namespace netsmith::gui {
namespace {

constexpr double thin = 1.6;
constexpr double thick = 2.6;

} // namespace

WireCaption::WireCaption(CanvasLook& look)
    : m_look(look)
{
    setZValue(0.9); // over wires, under nodes
    setAcceptedMouseButtons(Qt::NoButton);
    m_shown.setTextFormat(Qt::PlainText);
    m_shown.setPerformanceHint(QStaticText::AggressiveCaching);
}

void WireCaption::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    m_shown.setText(text);
    layOut();
}

void WireCaption::setWrong(bool wrong)
{
    if (m_wrong == wrong)
        return;
    m_wrong = wrong;
    update();
}

void WireCaption::layOut()
{
    prepareGeometryChange();
    m_shown.prepare({}, m_look.numberFont());
    update();
}

QRectF WireCaption::boundingRect() const
{
    return {QPointF(), m_text.isEmpty() ? QSizeF() : m_shown.size()};
}

void WireCaption::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const QTransform world = painter->worldTransform();
    const double scale = world.m11();
    if (detailAt(scale) != Detail::full)
        return;
    const QPointF at = CanvasLook::toPixel({world.dx(), world.dy()}, painter->device()->devicePixelRatioF());
    painter->setWorldTransform(QTransform(scale, 0.0, 0.0, scale, at.x(), at.y()));
    constexpr double leading = 3.0; // above and below the letters
    painter->fillRect(boundingRect().adjusted(0.0, leading, 0.0, -leading), m_look.color(Token::canvas));
    painter->setPen(m_look.color(m_wrong ? Token::bad : Token::textMuted));
    painter->setFont(m_look.numberFont());
    painter->drawStaticText(QPointF(), m_shown);
    painter->setWorldTransform(world);
}

WireItem::WireItem(CanvasLook& look, const NodeMap& nodes, Edge edge)
    : m_look(look)
    , m_nodes(nodes)
    , m_edge(std::move(edge))
    , m_caption(std::make_unique<WireCaption>(look))
{
    setZValue(0.0);
    setAcceptedMouseButtons(Qt::NoButton);
}

WireItem::~WireItem() = default;

void WireItem::setRoute(const QPolygonF& route)
{
    if (route == m_route)
        return;
    m_route = route;
    layOut();
}

void WireItem::setShape(const Shape* shape)
{
    const std::optional<Shape> known = shape ? std::optional(*shape) : std::nullopt;
    if (known == m_shape)
        return;
    m_shape = known;
    m_caption->setText(m_shape ? shapeText(*m_shape) : QString());
    layOut();
}

void WireItem::layOut()
{
    prepareGeometryChange();
    m_bounds = m_route.boundingRect().adjusted(-thick, -thick, thick, thick);
    const QSizeF size = m_caption->size();
    m_caption->setPos(pos() + captionPlace(m_route, size, m_nodes) - QPointF(size.width() / 2.0, size.height()));
    update();
}

void WireItem::renew()
{
    m_caption->setText(m_shape ? shapeText(*m_shape) : QString());
    m_caption->layOut();
    layOut();
}

void WireItem::carry(QPointF by)
{
    if (by == pos())
        return;
    m_caption->setPos(m_caption->pos() + by - pos());
    setPos(by);
}

void WireItem::setShown(bool shown)
{
    setVisible(shown);
    m_caption->setVisible(shown);
}

void WireItem::change(bool& flag, bool value)
{
    if (flag == value)
        return;
    flag = value;
    setZValue(m_target ? 0.8 : m_selected ? 0.6 : m_wrong ? 0.4 : m_hovered ? 0.2 : 0.0);
    update();
}

void WireItem::setSelection(bool selected)
{
    change(m_selected, selected);
}

void WireItem::setHovered(bool hovered)
{
    change(m_hovered, hovered);
}

void WireItem::setWrong(bool wrong)
{
    change(m_wrong, wrong);
    m_caption->setWrong(wrong);
}

void WireItem::setTarget(bool target)
{
    change(m_target, target);
}

double WireItem::distanceTo(QPointF position) const
{
    return netsmith::gui::distanceTo(m_route, position - pos());
}

void WireItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const bool strong = m_selected || m_target;
    const Token token = strong ? Token::accent : m_wrong ? Token::bad : m_hovered ? Token::text : Token::wire;
    const QTransform world = painter->worldTransform();
    const double scale = world.m11();
    if (detailAt(scale) != Detail::full) {
        painter->setPen(m_look.hairline(token));
        painter->drawPolyline(m_route);
        return;
    }
    QVarLengthArray<QPointF, 8> points;
    for (const QPointF& point : m_route)
        points.append(world.map(point));
    painter->setWorldTransform({});
    m_look.drawWire(*painter, points.constData(), points.size(), scale, strong || m_hovered ? thick : thin, token);
    painter->setWorldTransform(world);
}

} // namespace netsmith::gui
