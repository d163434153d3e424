#include "gui/canvas/gestures/drop_preview.h"

#include "gui/canvas/network_scene.h"
#include "gui/document/graph_edits.h"
#include "gui/document/node_text.h"

#include <QPainter>
#include <QVarLengthArray>

namespace netsmith::gui {

DropPreview::DropPreview(NetworkScene& network, const LayerSpec* layer, std::set<std::string> dragged)
    : m_network(network)
    , m_dragged(std::move(dragged))
    , m_icon(layerIcon(layer))
    , m_guides(network)
{
    if (layer) {
        m_frame.category = layerToken(layer);
        m_frame.inputs = static_cast<std::uint8_t>(layer->inputs.size());
        m_frame.lastIsOptional = layer->neededInputs() < layer->inputs.size();
        m_frame.outputs = static_cast<std::uint8_t>(layer->outputs.size());
    }
    m_frame.selected = true;
    setZValue(4.0);
    setOpacity(0.7);
    setAcceptedMouseButtons(Qt::NoButton);
    network.addItem(this);
}

DropPreview::~DropPreview()
{
    setTarget(nullptr);
    m_network.settle();
}

void DropPreview::hideLanding()
{
    if (m_network.makesRoom())
        m_network.settle();
}

void DropPreview::show(const Graph& after, const std::string& landed, WireItem* wire, bool aligns)
{
    const Node* place = after.find(landed);
    if (!place)
        return;
    const QPointF corner(place->x, place->y);
    m_network.showLanding(after, landed, m_dragged, wire);
    prepareGeometryChange();
    setPos(corner);
    setTarget(wire);
    m_wires.clear();
    constexpr double around = nodeLook::around;
    m_bounds = QRectF(-around, -around, nodeSize.x() + 2.0 * around, nodeSize.y() + 2.0 * around);
    if (wire)
        for (const QPolygonF& way : m_network.waysThrough(*wire, corner, m_frame, landed)) {
            m_wires.push_back(way.translated(-corner));
            m_bounds |= m_wires.back().boundingRect().adjusted(-around, -around, around, around);
        }
    m_guides.show(wire || !aligns ? std::vector<QLineF>() : guidesThrough(m_network, corner, m_dragged));
    update();
}

void DropPreview::setTarget(WireItem* wire)
{
    if (WireItem* before = m_target ? m_network.wireOf(*m_target) : nullptr; before && before != wire) {
        before->setTarget(false);
        before->setShown(true);
    }
    m_target = wire ? std::optional(wire->edge()) : std::nullopt;
    if (wire) {
        wire->setTarget(true);
        wire->setShown(false); // replaced by the new ones
    }
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
    if (m_dragged.empty())
        m_network.look().drawFrame(*painter, {world.dx(), world.dy()}, world.m11(), m_frame, m_icon);
    painter->setWorldTransform(world);
}

} // namespace netsmith::gui
