#include "gui/canvas/move_gesture.h"

#include "gui/canvas/canvas.h"
#include "gui/canvas/network_scene.h"
#include "gui/canvas/placement.h"
#include "gui/document/graph_edits.h"

#include <QApplication>

namespace netsmith::gui {

MoveGesture::MoveGesture(Canvas& canvas, const Pointer& start, const std::string& node)
    : m_canvas(canvas)
    , m_start(start)
    , m_node(node)
    , m_guides(canvas.network())
{
    Selection& selection = canvas.document().selection();
    if (start.adds()) {
        std::set<std::string> nodes = selection.nodes();
        if (!nodes.erase(node))
            nodes.insert(node);
        selection.set(nodes, selection.edges());
    } else if (!selection.contains(node)) {
        selection.select(node);
    }
    m_nodes = selection.nodes();
    const NodeItem* item = canvas.network().node(node);
    m_insertable = m_nodes.size() == 1 && !item->inputs().empty() && !item->outputs().empty();
    for (const WireItem* wire : item->wires())
        if (!wire->leadsToLoss())
            m_insertable = false;
}

MoveGesture::~MoveGesture()
{
    m_canvas.setViewportUpdateMode(QGraphicsView::MinimalViewportUpdate);
}

void MoveGesture::move(const Pointer& pointer)
{
    if (!m_moves && (pointer.view - m_start.view).manhattanLength() < QApplication::startDragDistance())
        return;
    if (!m_nodes.contains(m_node))
        return; // the press took it out of the selection
    constexpr std::size_t many = 50;
    if (!m_moves && m_nodes.size() > many)
        m_canvas.setViewportUpdateMode(QGraphicsView::FullViewportUpdate); // cheaper than a region of so many pieces
    m_moves = true;
    const QPointF home = m_canvas.network().node(m_node)->home();
    const QPointF wanted = home + pointer.scene - m_start.scene;
    Alignment aligned{snapped(wanted), {}};
    if (!(pointer.modifiers & Qt::AltModifier))
        aligned = alignedTo(m_canvas.network(), wanted, m_nodes, m_canvas.scale());
    m_guides.show(aligned.guides);
    const QPointF by = aligned.corner - home;
    if (by != m_by) {
        m_by = by;
        m_canvas.network().shift(m_nodes, by);
    }
    if (m_insertable) {
        setTarget(m_canvas.network().wireFor(m_canvas.network().node(m_node)->pos(), nodeSize.y() / 2.0, m_node));
    }
}

void MoveGesture::finish(const Pointer& pointer)
{
    if (!m_moves) {
        if (!m_start.adds())
            m_canvas.document().selection().select(m_node);
        return;
    }
    move(pointer);
    const std::optional<Edge> target = m_target;
    setTarget(nullptr);
    m_guides.show({});
    m_canvas.network().settle();
    const LayerBook& layers = m_canvas.layers();
    if (target) {
        m_canvas.document().editGraph(Canvas::tr("Insert layer"), [&](Graph& graph) {
            netsmith::gui::move(graph, m_nodes, m_by);
            insertNodeOnEdge(graph, layers, m_node, *target);
            makeRoomFor(graph, m_node, *target);
        });
    } else {
        m_canvas.document().editGraph(Canvas::tr("Move %n layer(s)", nullptr, static_cast<int>(m_nodes.size())),
                                      [&](Graph& graph) { netsmith::gui::move(graph, m_nodes, m_by); });
    }
}

void MoveGesture::cancel()
{
    setTarget(nullptr);
    m_canvas.network().settle();
}

void MoveGesture::setTarget(WireItem* wire)
{
    if (m_target)
        if (WireItem* before = m_canvas.network().wireOf(*m_target))
            before->setTarget(false);
    m_target = wire ? std::optional(wire->edge()) : std::nullopt;
    if (wire)
        wire->setTarget(true);
}

} // namespace netsmith::gui
