#include "gui/canvas/items/wire_item.h"

#include "gui/canvas/items/caption_layer.h"
#include "gui/canvas/items/wire_route.h"
#include "gui/widgets/number_text.h"

#include <QPainter>
#include <QVarLengthArray>

namespace netsmith::gui {
namespace {

constexpr double thin = 1.6;
constexpr double thick = 2.6;

} // namespace

WireItem::WireItem(CanvasLook& look, const NodeMap& nodes, CaptionLayer& captions, Edge edge)
    : m_look(look)
    , m_nodes(nodes)
    , m_captions(captions)
    , m_edge(std::move(edge))
{
    m_captionText.setTextFormat(Qt::PlainText);
    m_captionText.setPerformanceHint(QStaticText::AggressiveCaching);
    captions.add(*this);
    setZValue(0.0);
    setAcceptedMouseButtons(Qt::NoButton);
}

WireItem::~WireItem()
{
    m_captions.remove(*this);
}

std::string WireItem::keyOf(const Edge& edge)
{
    return edge.from.node + '\n' + edge.from.port + '\n' + edge.to.node + '\n' + edge.to.port;
}

void WireItem::setRoute(const QPolygonF& route)
{
    if (route == m_route)
        return;
    m_captions.renew(*this);
    prepareGeometryChange();
    m_route = route;
    m_bounds = m_route.boundingRect().adjusted(-thick, -thick, thick, thick);
    m_captionPlace.reset();
    m_captions.renew(*this);
}

void WireItem::setShape(const Shape* shape)
{
    const std::optional<Shape> known = shape ? std::optional(*shape) : std::nullopt;
    if (known == m_shape)
        return;
    m_shape = known;
    renew();
}

void WireItem::renew()
{
    m_caption = m_shape ? shapeText(*m_shape) : QString();
    m_captionPlace.reset();
    m_captions.renew(*this);
}

const QStaticText& WireItem::captionText()
{
    (void)captionRectangle();
    return m_captionText;
}

QRectF WireItem::captionRectangle()
{
    if (!m_captionPlace) {
        m_captionText.setText(m_caption);
        m_captionText.prepare({}, m_look.numberFont());
        const QSizeF size = m_captionText.size();
        m_captionPlace = QRectF(captionPlace(m_route, size, m_nodes) - QPointF(size.width() / 2.0, size.height()), size);
    }
    return m_captionPlace->translated(pos());
}

void WireItem::carry(QPointF by)
{
    if (by == pos())
        return;
    m_captions.renew(*this);
    setPos(by);
    m_captions.renew(*this);
}

void WireItem::setShown(bool shown)
{
    setVisible(shown);
    m_captions.renew(*this);
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
    if (m_wrong == wrong)
        return;
    change(m_wrong, wrong);
    m_captions.renew(*this);
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
    if (const Detail detail = detailAt(scale); detail == Detail::blocks || detail == Detail::names) {
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
