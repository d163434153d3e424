#include "gui/canvas/gestures/wire_gesture.h"

#include "gui/canvas/canvas.h"
#include "gui/canvas/gestures/wire_refusal.h"
#include "gui/canvas/items/wire_route.h"
#include "gui/canvas/network_scene.h"
#include "gui/document/graph_edits.h"
#include "gui/widgets/theme.h"

#include <QApplication>
#include <QPainter>
#include <QVarLengthArray>

#include <algorithm>

namespace netsmith::gui {
namespace {

/// The nodes that can be reached from a node along the wires, including itself.
std::set<std::string> reachableFrom(const NetworkScene& network, const std::string& start, bool forwards)
{
    std::set<std::string> reached{start};
    std::vector<const NodeItem*> open{network.node(start)};
    while (!open.empty()) {
        const NodeItem* item = open.back();
        open.pop_back();
        for (const WireItem* wire : item->wires()) {
            const std::string& next = forwards ? wire->edge().to.node : wire->edge().from.node;
            if (!next.empty() && next != item->id() && reached.insert(next).second)
                if (const NodeItem* other = network.node(next))
                    open.push_back(other);
        }
    }
    return reached;
}

} // namespace

/// Draws the dragged wire, its free end and the ports that it can be connected to.
class WireGesture::Overlay final : public QGraphicsItem {
public:
    Overlay(CanvasLook& look, bool fromOutput)
        : m_look(look)
        , m_fromOutput(fromOutput)
    {
        setZValue(5.0);
        setAcceptedMouseButtons(Qt::NoButton);
    }

    void setOffers(std::vector<QPointF> ports)
    {
        m_offers = std::move(ports);
        measure();
    }
    void setWire(QPointF fixed, QPointF end, bool met, bool refused)
    {
        // A dragged wire ignores the nodes in its way.
        static const NodeMap nothing;
        m_end = end;
        m_route = m_fromOutput ? routeWire(fixed, end, nothing) : routeWire(end, fixed, nothing);
        m_met = met;
        m_refused = refused;
        measure();
    }

    QRectF boundingRect() const override { return m_bounds; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override
    {
        const QTransform world = painter->worldTransform();
        const double scale = world.m11();
        painter->setWorldTransform({});
        QVarLengthArray<QPointF, 8> points;
        for (const QPointF& point : m_route)
            points.append(world.map(point));
        const Token ink = m_refused ? Token::bad : Token::accent;
        m_look.drawWire(*painter, points.constData(), points.size(), scale, 2.2 * std::max(1.0, 0.5 / scale), ink);
        for (const QPointF& offer : m_offers)
            m_look.drawPort(*painter, world.map(offer), scale, Token::accent, 6.0);
        m_look.drawPort(*painter, world.map(m_end), scale,
                        m_refused   ? Token::bad
                            : m_met ? Token::good
                                    : Token::accent,
                        m_met ? 8.0 : 5.0);
        painter->setWorldTransform(world);
    }

private:
    void measure()
    {
        prepareGeometryChange();
        constexpr double around = 12.0;
        m_bounds = m_route.boundingRect() | QRectF(m_end - QPointF(1.0, 1.0), QSizeF(2.0, 2.0));
        for (const QPointF& offer : m_offers)
            m_bounds |= QRectF(offer - QPointF(1.0, 1.0), QSizeF(2.0, 2.0));
        m_bounds.adjust(-around, -around, around, around);
        update();
    }

    CanvasLook& m_look;
    bool m_fromOutput;
    std::vector<QPointF> m_offers;
    QPolygonF m_route;
    QPointF m_end;
    QRectF m_bounds;
    bool m_met = false;
    bool m_refused = false;
};

WireGesture::WireGesture(Canvas& canvas, const Pointer& start, const PortRef& port, bool fromOutput)
    : m_canvas(canvas)
    , m_start(start)
    , m_port(port)
    , m_fromOutput(fromOutput)
{
}

WireGesture::WireGesture(Canvas& canvas, const Pointer& start, const Edge& detached, bool inputEnd)
    : m_canvas(canvas)
    , m_start(start)
    , m_port(inputEnd ? detached.from : detached.to)
    , m_fromOutput(inputEnd)
    , m_detached(detached)
{
}

WireGesture::~WireGesture()
{
    m_snap.stop();
    m_canvas.hideReason();
    if (m_detached)
        if (WireItem* wire = m_canvas.network().wire(*m_detached))
            wire->setShown(true);
}

void WireGesture::begin()
{
    m_moves = true;
    m_overlay = std::make_unique<Overlay>(m_canvas.network().look(), m_fromOutput);
    m_canvas.network().addItem(m_overlay.get());
    if (m_detached)
        if (WireItem* wire = m_canvas.network().wire(*m_detached))
            wire->setShown(false);
    // Finds all ports that accept the wire with one traversal, rather than one check per port.
    const std::set<std::string> circle = reachableFrom(m_canvas.network(), m_port.node, !m_fromOutput);
    std::vector<QPointF> offers;
    for (const auto& [id, item] : m_canvas.network().nodes()) {
        if (circle.contains(id))
            continue;
        const LayerSpec* layer = m_canvas.layerOf(id);
        for (const std::string& port : m_fromOutput ? item->inputs() : item->outputs()) {
            const auto spec =
                layer ? std::ranges::find(layer->inputs, port, &PortSpec::name) : std::vector<PortSpec>::const_iterator();
            const bool takesMany = !m_fromOutput || spec->many;
            const bool taken = std::ranges::any_of(item->wires(), [&](const WireItem* wire) {
                const Edge& edge = wire->edge();
                if (m_detached && edge == *m_detached)
                    return false;
                if (!m_fromOutput)
                    return edge.from == PortRef{id, port} && edge.to == m_port;
                return edge.to == PortRef{id, port} && (!takesMany || edge.from == m_port);
            });
            if (!taken)
                offers.push_back(item->portPosition(port, m_fromOutput));
        }
    }
    m_overlay->setOffers(std::move(offers));
}

QString WireGesture::refusalOf(const PortRef& port) const
{
    const PortRef& from = m_fromOutput ? m_port : port;
    const PortRef& to = m_fromOutput ? port : m_port;
    const auto objection =
        objectionTo(m_canvas.document().graph(), m_canvas.layers(), from, to, m_detached ? &*m_detached : nullptr);
    return objection ? WireRefusal::text(*objection, m_fromOutput) : QString();
}

std::optional<WireGesture::Target> WireGesture::targetAt(const Pointer& pointer)
{
    constexpr double reach = 22.0; // in screen pixels
    const double scale = m_canvas.scale();
    const double around = std::max(reach / scale, 9.0);
    NodeItem* item = m_canvas.network().nodeAt(pointer.scene);
    const std::string* port = item ? item->portNear(pointer.scene, m_fromOutput, std::nullopt) : nullptr;
    if (!item) {
        const QRectF area = QRectF(pointer.scene, pointer.scene).adjusted(-around, -around, around, around);
        for (const NodeMap::Entry* entry : m_canvas.network().map().allWithin(area)) {
            NodeItem* near = m_canvas.network().node(entry->first);
            if (!near)
                continue;
            if (const std::string* met = near->portNear(pointer.scene, m_fromOutput, around)) {
                item = near;
                port = met;
                break;
            }
            // Only a port of the wrong direction is near, and the pointer is on it.
            if (near->portNear(pointer.scene, !m_fromOutput, 9.0)) {
                item = near;
                break;
            }
        }
    }
    if (!item)
        return std::nullopt;
    if (item->id() == m_port.node && !port)
        return Target{m_port, WireRefusal::text(WireObjection::sameNode, m_fromOutput)};
    if (item->portNear(pointer.scene, !m_fromOutput, 9.0) && item->id() != m_port.node)
        return Target{{item->id(), *item->portNear(pointer.scene, !m_fromOutput, 9.0)},
                      WireRefusal::text(WireObjection::sameDirection, m_fromOutput)};
    if (!port)
        return Target{{item->id(), {}}, WireRefusal::noPort(item->face().title, m_fromOutput)};
    const PortRef ref{item->id(), *port};
    if (m_target && m_target->port == ref)
        return m_target; // checked once for each port under the pointer
    return Target{ref, refusalOf(ref)};
}

void WireGesture::move(const Pointer& pointer)
{
    if (!m_moves) {
        if ((pointer.view - m_start.view).manhattanLength() < QApplication::startDragDistance() / 2)
            return;
        begin();
    }
    const std::optional<Target> before = m_target;
    m_target = targetAt(pointer);
    const bool met = m_target && m_target->refusal.isEmpty();
    if (m_target && !met)
        m_canvas.showReason(pointer.view, m_target->refusal);
    else
        m_canvas.hideReason();
    if (!met) {
        m_snap.stop();
        showEnd(pointer.scene);
        return;
    }
    if (before && before->refusal.isEmpty() && before->port == m_target->port)
        return;
    const QPointF port = m_canvas.network().node(m_target->port.node)->portPosition(m_target->port.port, m_fromOutput);
    m_snap.stop();
    if (const int motion = Theme::instance().motion(); motion > 0) {
        m_snap.disconnect();
        m_snap.setStartValue(pointer.scene);
        m_snap.setEndValue(port);
        m_snap.setDuration(motion);
        m_snap.setEasingCurve(QEasingCurve::OutCubic);
        QObject::connect(&m_snap, &QVariantAnimation::valueChanged, &m_snap,
                         [this](const QVariant& end) { showEnd(end.toPointF()); });
        m_snap.start();
    } else {
        showEnd(port);
    }
}

void WireGesture::showEnd(QPointF end)
{
    const QPointF fixed = m_canvas.network().node(m_port.node)->portPosition(m_port.port, !m_fromOutput);
    const bool refused = m_target && !m_target->refusal.isEmpty();
    m_overlay->setWire(fixed, end, m_target && !refused, refused);
}

Qt::CursorShape WireGesture::cursor() const
{
    return m_target && !m_target->refusal.isEmpty() ? Qt::ForbiddenCursor : Qt::CrossCursor;
}

void WireGesture::finish(const Pointer& pointer)
{
    if (m_moves)
        move(pointer);
    if (!m_moves) {
        if (m_detached)
            m_canvas.document().selection().set({}, {*m_detached});
        else
            m_canvas.document().selection().select(m_port.node);
        return;
    }
    m_overlay.reset();
    if (m_target) {
        if (m_target->refusal.isEmpty())
            connectTo(m_target->port);
        return;
    }
    if (m_detached) {
        m_canvas.document().editGraph(Canvas::tr("Disconnect"), [this](Graph& graph) { disconnect(graph, *m_detached); });
        return;
    }
    Q_EMIT m_canvas.quickAddRequested(m_canvas.viewport()->mapToGlobal(pointer.view), pointer.scene, m_port);
}

void WireGesture::connectTo(const PortRef& port)
{
    const PortRef from = m_fromOutput ? m_port : port;
    const PortRef to = m_fromOutput ? port : m_port;
    m_canvas.document().editGraph(m_detached ? Canvas::tr("Rewire") : Canvas::tr("Connect"), [&](Graph& graph) {
        if (!m_detached) {
            connect(graph, from, to);
            return;
        }
        // The wire keeps its position in the list of edges, which determines the order of a merge's inputs.
        for (Edge& edge : graph.edges)
            if (edge.from == m_detached->from && edge.to == m_detached->to) {
                edge.from = from;
                edge.to = to;
                break;
            }
    });
}

void WireGesture::cancel()
{
    m_overlay.reset();
}

} // namespace netsmith::gui
