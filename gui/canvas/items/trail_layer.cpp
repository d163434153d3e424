#include "gui/canvas/items/trail_layer.h"

#include "gui/canvas/canvas_look.h"
#include "gui/canvas/network_scene.h"
#include "gui/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace netsmith::gui {
namespace {

constexpr int trailDuration = 900; // milliseconds of the dots' way, long enough to follow with the eye
constexpr double trailMargin = 4.0; // from a node to its outline
constexpr double trailRadius = 4.5;
constexpr double trailGap = 16.0;
constexpr int trailDots = 3;

double trailLength(const QPolygonF& route)
{
    double length = 0.0;
    for (qsizetype i = 1; i < route.size(); ++i)
        length += std::hypot(route[i].x() - route[i - 1].x(), route[i].y() - route[i - 1].y());
    return length;
}

QPointF trailPoint(const QPolygonF& route, double distance)
{
    for (qsizetype i = 1; i < route.size(); ++i) {
        const QPointF way = route[i] - route[i - 1];
        const double length = std::hypot(way.x(), way.y());
        if (distance <= length && length > 0.0)
            return route[i - 1] + way * (distance / length);
        distance -= length;
    }
    return route.back();
}

} // namespace

TrailLayer::TrailLayer(NetworkScene& network, CanvasLook& look)
    : m_network(network)
    , m_look(look)
{
    setZValue(0.9); // above the wires, below the nodes
    setAcceptedMouseButtons(Qt::NoButton);
    setVisible(false);
    m_motion.setStartValue(0.0);
    m_motion.setEndValue(1.0);
    m_motion.setDuration(trailDuration);
    QObject::connect(&m_motion, &QVariantAnimation::valueChanged, &m_motion, [this] { update(); });
    QObject::connect(&m_motion, &QVariantAnimation::finished, &m_motion, [this] { update(); });
}

void TrailLayer::show(std::optional<NetworkTrail> trail)
{
    if (trail == m_trail)
        return;
    m_trail = std::move(trail);
    setVisible(m_trail.has_value());
    m_motion.stop();
    if (m_trail && m_trail->way != NetworkTrail::Way::update && Theme::instance().motion() > 0)
        m_motion.start();
    renew();
}

void TrailLayer::renew()
{
    prepareGeometryChange();
    m_bounds = QRectF();
    if (!m_trail)
        return;
    for (const auto& [id, node] : m_network.nodes())
        m_bounds |= node->rectangle();
    for (const NodeItem* node : currentNodes())
        m_bounds |= node->rectangle();
    for (const QPolygonF& route : routes())
        m_bounds |= route.boundingRect();
    const double margin = trailMargin + 2.0 * trailRadius;
    m_bounds.adjust(-margin, -margin, margin, margin);
    update();
}

Token TrailLayer::token() const
{
    return m_trail->way == NetworkTrail::Way::back ? Token::validation : Token::accent;
}

const NodeItem* TrailLayer::nodeFor(const std::string& path) const
{
    const std::string& place = m_network.place();
    if (!place.empty() && !path.starts_with(place + '/'))
        return nullptr;
    const std::string inside = place.empty() ? path : path.substr(place.size() + 1);
    return m_network.node(inside.substr(0, inside.find('/')));
}

std::vector<const NodeItem*> TrailLayer::currentNodes() const
{
    std::vector<const NodeItem*> nodes;
    if (!m_trail)
        return nodes;
    if (!m_trail->current.empty()) {
        if (const NodeItem* node = nodeFor(m_trail->current))
            nodes.push_back(node);
        return nodes;
    }
    for (int objective = 0; m_network.place().empty() && objective < m_network.lossCount(); ++objective)
        if (const NodeItem* node = m_network.lossNode(objective))
            nodes.push_back(node);
    return nodes;
}

std::vector<const NodeItem*> TrailLayer::passedNodes() const
{
    std::vector<const NodeItem*> nodes;
    const std::vector<const NodeItem*> current = currentNodes();
    for (const std::string& path : m_trail ? m_trail->passed : std::set<std::string>()) {
        const NodeItem* node = nodeFor(path);
        if (node && std::ranges::find(nodes, node) == nodes.end() && std::ranges::find(current, node) == current.end())
            nodes.push_back(node);
    }
    return nodes;
}

std::vector<QPolygonF> TrailLayer::routes() const
{
    std::vector<QPolygonF> found;
    if (!m_trail || m_trail->way == NetworkTrail::Way::update)
        return found;
    const bool back = m_trail->way == NetworkTrail::Way::back;
    const auto add = [&](const WireItem* wire) {
        if (!wire || !wire->isVisible() || wire->route().size() < 2)
            return;
        QPolygonF route = wire->route().translated(wire->pos());
        if (back)
            std::ranges::reverse(route);
        found.push_back(route);
    };
    if (m_trail->current.empty())
        for (int objective = 0; m_network.place().empty() && objective < m_network.lossCount(); ++objective)
            add(m_network.lossWire(objective));
    else
        for (const NodeItem* node : currentNodes())
            for (const WireItem* wire : node->wires())
                if ((wire->edge().to.node == node->id()) != back)
                    add(wire);
    return found;
}

void TrailLayer::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    if (!m_trail)
        return;
    const double scale = painter->worldTransform().m11();
    const QColor color = m_look.color(token());
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(Qt::NoBrush);
    const auto outline = [&](const NodeItem& node, double width) {
        const double gap = std::max(trailMargin, width / scale);
        painter->setPen(QPen(color, width / scale));
        painter->drawRoundedRect(node.rectangle().adjusted(-gap, -gap, gap, gap), nodeLook::radius + gap, nodeLook::radius + gap);
    };
    for (const NodeItem* node : passedNodes())
        outline(*node, 1.5);
    for (const NodeItem* node : currentNodes())
        outline(*node, 3.0);
    const double radius = std::max(trailRadius, 2.5 / scale);
    for (const QPolygonF& route : routes()) {
        painter->setPen(QPen(color, std::max(2.6, 1.5 / scale), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
        painter->drawPolyline(route);
        if (!isMoving())
            continue;
        const double length = trailLength(route), run = m_motion.currentValue().toDouble() * (length + (trailDots - 1) * trailGap);
        painter->setPen(Qt::NoPen);
        painter->setBrush(color);
        for (int dot = 0; dot < trailDots; ++dot)
            if (const double at = run - dot * trailGap; at >= 0.0 && at <= length)
                painter->drawEllipse(trailPoint(route, at), radius, radius);
        painter->setBrush(Qt::NoBrush);
    }
    painter->setRenderHint(QPainter::Antialiasing, false);
}

} // namespace netsmith::gui
