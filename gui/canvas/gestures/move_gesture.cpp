#include "gui/canvas/gestures/move_gesture.h"

#include "gui/canvas/alignment.h"
#include "gui/canvas/canvas.h"
#include "gui/canvas/gestures/drop_preview.h"
#include "gui/canvas/network_scene.h"
#include "gui/document/graph_edits.h"
#include "gui/document/placement.h"

#include <QApplication>

namespace netsmith::gui {
namespace {

/// The effect of a click with Shift or Ctrl on a selection.
template <class Set, class Value>
void toggle(Set& set, const Value& value)
{
    if (!set.erase(value))
        set.insert(value);
}

} // namespace

MoveGesture::MoveGesture(Canvas& canvas, const Pointer& start, const std::string& node)
    : m_canvas(canvas)
    , m_start(start)
    , m_node(node)
{
    Selection& selection = canvas.document().selection();
    if (start.adds()) {
        std::set<std::string> nodes = selection.nodes();
        toggle(nodes, node);
        selection.set(nodes, selection.edges(), selection.annotations());
    } else if (!selection.contains(node)) {
        selectAlone();
    }
    takeSelection();
    const NodeItem* item = canvas.network().node(node);
    m_insertable = m_nodes.size() == 1 && canvas.layerOf(node);
    for (const WireItem* wire : item->wires())
        if (!wire->leadsToLoss())
            m_insertable = false;
}

MoveGesture::MoveGesture(Canvas& canvas, const Pointer& start, const AnnotationRef& annotation)
    : m_canvas(canvas)
    , m_start(start)
    , m_annotation(annotation)
{
    Selection& selection = canvas.document().selection();
    if (start.adds()) {
        Annotations annotations = selection.annotations();
        if (annotation.note)
            toggle(annotations.notes, *annotation.note);
        else
            toggle(annotations.frames, annotation.frame);
        selection.set(selection.nodes(), selection.edges(), annotations);
    } else if (!annotation.isIn(selection.annotations())) {
        selectAlone();
    }
    takeSelection();
}

MoveGesture::~MoveGesture()
{
    m_canvas.setViewportUpdateMode(QGraphicsView::MinimalViewportUpdate);
}

void MoveGesture::takeSelection()
{
    const Selection& selection = m_canvas.document().selection();
    const Graph& graph = m_canvas.document().graph();
    m_annotations = withContents(graph, selection.annotations());
    m_nodes = nodesIn(graph, m_annotations.frames);
    m_nodes.insert(selection.nodes().begin(), selection.nodes().end());
}

bool MoveGesture::isSelected() const
{
    const Selection& selection = m_canvas.document().selection();
    return m_annotation ? m_annotation->isIn(selection.annotations()) : selection.contains(m_node);
}

void MoveGesture::selectAlone()
{
    if (m_annotation)
        m_canvas.document().selection().set({}, {}, m_annotation->asSet());
    else
        m_canvas.document().selection().select(m_node);
}

/// The corner of what is under the pointer, in the document.
QPointF MoveGesture::home() const
{
    if (!m_annotation)
        return m_canvas.network().node(m_node)->home();
    const Graph& graph = m_canvas.document().graph();
    if (m_annotation->note)
        return noteRectangle(graph.notes[*m_annotation->note]).topLeft();
    return frameRectangle(graph, *findFrame(graph, m_annotation->frame)).topLeft();
}

void MoveGesture::move(const Pointer& pointer)
{
    if (!m_moves && (pointer.view - m_start.view).manhattanLength() < QApplication::startDragDistance())
        return;
    if (!isSelected())
        return; // the press deselected it
    constexpr std::size_t many = 50;
    if (!m_moves && m_nodes.size() > many)
        m_canvas.setViewportUpdateMode(QGraphicsView::FullViewportUpdate); // cheaper than a region with many rectangles
    m_moves = true;
    NetworkScene& network = m_canvas.network();
    const LayerSpec* layer = m_annotation ? nullptr : m_canvas.layerOf(m_node);
    const bool isFirst = !m_preview;
    if (isFirst)
        m_preview = std::make_unique<DropPreview>(network, layer, m_nodes);
    const bool madeRoom = network.makesRoom();
    m_preview->hideLanding();
    const QPointF wanted = home() + pointer.scene - m_start.scene;
    const bool aligns = !m_annotation && !(pointer.modifiers & Qt::AltModifier);
    // A frame's corner may be off the grid, but its contents stay on it.
    const QPointF by = m_annotation ? snapped(pointer.scene - m_start.scene)
        : aligns                    ? alignedTo(network, wanted, m_nodes, m_canvas.scale()) - home()
                                    : snapped(wanted) - home();
    WireItem* wire = m_insertable ? m_canvas.wireFor(*layer, wanted, m_node) : nullptr;
    const std::optional<Edge> target = wire ? std::optional(wire->edge()) : std::nullopt;
    if (!isFirst && !madeRoom && by == m_by && target == m_target)
        return;
    m_by = by;
    m_target = target;
    Graph after = m_canvas.document().graph();
    settleIn(after);
    if (m_annotation)
        network.showLanding(after, {}, m_nodes, nullptr);
    else
        m_preview->show(after, m_node, wire, aligns);
}

/// Applies the drop to a graph.
void MoveGesture::settleIn(Graph& graph) const
{
    const Graph before = graph.groups.empty() ? Graph() : graph;
    netsmith::gui::move(graph, m_nodes, m_by);
    moveAnnotations(graph, m_annotations, m_by);
    if (m_annotations.frames.empty()) // the contents of a frame keep their places in it
        settle(graph, m_canvas.layers(), m_nodes, m_target);
    settleInFrames(before, graph, m_nodes, m_annotations.frames);
}

void MoveGesture::finish(const Pointer& pointer)
{
    if (!m_moves) {
        if (!m_start.adds())
            selectAlone();
        return;
    }
    move(pointer);
    cancel();
    const int layers = static_cast<int>(m_nodes.size());
    const QString step = m_target       ? Canvas::tr("Insert layer")
        : !m_annotations.frames.empty() ? Canvas::tr("Move frame")
        : layers == 0                   ? Canvas::tr("Move %n note(s)", nullptr, static_cast<int>(m_annotations.notes.size()))
                                        : Canvas::tr("Move %n layer(s)", nullptr, layers);
    m_canvas.document().editGraph(step, [&](Graph& graph) { settleIn(graph); });
}

void MoveGesture::cancel()
{
    m_preview.reset();
}

} // namespace netsmith::gui
