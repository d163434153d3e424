#include "gui/canvas/canvas.h"

#include "engine/graph/blocks/block_inside.h"
#include "gui/canvas/alignment.h"
#include "gui/canvas/canvas_fields.h"
#include "gui/canvas/gestures/drop_preview.h"
#include "gui/canvas/network_scene.h"
#include "gui/canvas/overlays/find_bar.h"
#include "gui/canvas/walk.h"
#include "gui/document/block_commands.h"
#include "gui/document/clipboard.h"
#include "gui/document/fine_tuning.h"
#include "gui/document/graph_edits.h"
#include "gui/document/node_text.h"
#include "gui/document/placement.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/theme.h"

#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace Qt::StringLiterals;

/// The canvas's edits of the document, each one undo step.
namespace netsmith::gui {
namespace {

constexpr QPointF pasteOffset{30.0, 30.0};

QPointF middleOfNode()
{
    return nodeSize / 2.0;
}

} // namespace

double Canvas::wireReach() const
{
    return std::max(14.0, 10.0 / scale());
}

WireItem* Canvas::wireFor(const LayerSpec& layer, QPointF corner, const std::string& node) const
{
    const bool insertable = !layer.inputs.empty() && !layer.outputs.empty();
    return insertable ? m_network->wireFor(corner, wireReach(), node) : nullptr;
}

std::optional<Edge> Canvas::Drop::edge() const
{
    return wire ? std::optional(wire->edge()) : std::nullopt;
}

Canvas::Drop Canvas::dropAt(const LayerSpec& layer, QPointF scenePosition) const
{
    const QPointF corner = scenePosition - middleOfNode();
    return {alignedTo(*m_network, corner, {}, scale()), wireFor(layer, corner)};
}

void Canvas::freeze(Freezing what)
{
    const std::set<std::string>& nodes = m_document.selection().nodes();
    if (const QString reason = whyNoFreezing(m_document, what, nodes); !reason.isEmpty())
        refuse(reason);
    else
        applyFreezing(m_document, what, nodes);
}

void Canvas::fineTune()
{
    const std::set<std::string>& nodes = m_document.selection().nodes();
    if (const QString reason = whyNoFineTuning(m_document, nodes); !reason.isEmpty())
        refuse(reason);
    else
        Q_EMIT fineTuningArranged(applyFineTuning(m_document, nodes));
}

std::string Canvas::addLayer(const QString& layer)
{
    const LayerSpec* spec = layers().find(layer.toStdString());
    if (!spec || !mayAdd(*spec))
        return {};
    const std::set<std::string>& selected = m_document.selection().nodes();
    const QPointF middle = mapToScene(viewport()->rect().center()) - middleOfNode();
    std::string added;
    m_document.editGraph(tr("Add %1").arg(layerName(*spec)), [&](Graph& graph) {
        added = selected.size() == 1 ? addBehind(graph, layers(), *spec, *selected.begin())
                                     : placeLayer(graph, layers(), *spec, std::nullopt, snapped(middle));
    });
    m_document.selection().select(added);
    showNode(added);
    return added;
}

std::string Canvas::dropLayer(const QString& layer, QPointF scenePosition)
{
    const LayerSpec* spec = layers().find(layer.toStdString());
    if (!spec || !mayAdd(*spec))
        return {};
    const Drop drop = dropAt(*spec, scenePosition);
    const std::optional<Edge> edge = drop.edge(); // a copy: the edit deletes the wire
    std::string added;
    m_document.editGraph(tr("Add %1").arg(layerName(*spec)),
                         [&](Graph& graph) { added = placeLayer(graph, layers(), *spec, edge, drop.corner); });
    m_document.selection().select(added);
    return added;
}

std::string Canvas::addPicked(const QString& layer, QPointF scenePosition, const std::optional<PortRef>& from, bool withAdapter)
{
    const LayerSpec* spec = layers().find(layer.toStdString());
    const LayerSpec* adapter = withAdapter ? layers().find("flatten") : nullptr;
    const NodeItem* end = from ? m_network->node(from->node) : nullptr;
    if (!spec || !end)
        return dropLayer(layer, scenePosition);
    const bool behind = std::ranges::find(end->outputs(), from->port) != end->outputs().end();
    QPointF corner = scenePosition - QPointF(behind ? 0.0 : nodeSize.x(), nodeSize.y() / 2.0);
    std::string added;
    m_document.editGraph(tr("Add %1").arg(layerName(*spec)), [&](Graph& graph) {
        PortRef source = *from;
        if (behind && adapter) {
            const std::string adapted = placeLayer(graph, layers(), *adapter, std::nullopt, snapped(corner));
            netsmith::gui::connect(graph, source, {adapted, adapter->inputs.front().name});
            source = PortRef{adapted, adapter->outputs.front().name};
            corner.rx() += nodeStep;
        }
        added = placeLayer(graph, layers(), *spec, std::nullopt, snapped(corner));
        if (behind && !spec->inputs.empty())
            netsmith::gui::connect(graph, source, {added, spec->inputs.front().name});
        if (!behind && !spec->outputs.empty())
            netsmith::gui::connect(graph, {added, spec->outputs.front().name}, *from);
    });
    m_document.selection().select(added);
    return added;
}

bool Canvas::layerDragMoved(QPoint globalPosition, const QString& layer)
{
    const LayerSpec* spec = layers().find(layer.toStdString());
    const QPoint position = viewport()->mapFromGlobal(globalPosition);
    if (!spec || !viewport()->rect().contains(position)) {
        layerDragCancelled();
        return false;
    }
    if (const QString reason = whyNotHere(m_document, *spec); !reason.isEmpty()) {
        m_drop.reset();
        showReason(position, reason);
        return false;
    }
    if (!m_drop)
        m_drop = std::make_unique<DropPreview>(*m_network, spec);
    m_drop->hideLanding();
    const Drop drop = dropAt(*spec, mapToScene(position));
    // Where it would be placed is found by placing it in a copy of the graph.
    Graph after = m_document.graph();
    const std::string added = placeLayer(after, layers(), *spec, drop.edge(), drop.corner);
    m_drop->show(after, added, drop.wire, true);
    return true;
}

bool Canvas::layerDragEnded(QPoint globalPosition, const QString& layer)
{
    const bool there = layerDragMoved(globalPosition, layer);
    layerDragCancelled();
    if (!there)
        return false;
    dropLayer(layer, mapToScene(viewport()->mapFromGlobal(globalPosition)));
    setFocus(Qt::OtherFocusReason);
    return true;
}

void Canvas::layerDragCancelled()
{
    m_drop.reset();
    hideReason();
}

void Canvas::selectAll()
{
    const Graph& graph = m_document.graph();
    std::set<std::string> nodes;
    Annotations annotations;
    for (const Node& node : graph.nodes)
        nodes.insert(node.id);
    for (const Group& frame : graph.groups)
        annotations.frames.insert(frame.id);
    for (std::size_t i = 0; i < graph.notes.size(); ++i)
        annotations.notes.insert(i);
    m_document.selection().set(std::move(nodes), {}, std::move(annotations));
}

void Canvas::copy()
{
    const Selection& selection = m_document.selection();
    if (!selection.nodes().empty() || !selection.annotations().empty())
        QGuiApplication::clipboard()->setText(copyText(m_document.graph(), selection.nodes(), selection.annotations()));
}

void Canvas::cut()
{
    Selection& selection = m_document.selection();
    if (selection.nodes().empty() && selection.annotations().empty())
        return;
    copy();
    // A frame is cut with its contents, which were copied too.
    const Annotations annotations = withContents(m_document.graph(), selection.annotations());
    std::set<std::string> nodes = nodesIn(m_document.graph(), annotations.frames);
    nodes.insert(selection.nodes().begin(), selection.nodes().end());
    selection.set(std::move(nodes), selection.edges(), annotations);
    removeSelection(tr("Cut"));
}

void Canvas::deleteSelection()
{
    const Selection& selection = m_document.selection();
    const int count = static_cast<int>(selection.nodes().size());
    const Annotations& annotations = selection.annotations();
    removeSelection(count > 0                        ? tr("Delete %n layer(s)", nullptr, count)
                        : annotations.empty()        ? tr("Disconnect")
                        : annotations.frames.empty() ? tr("Delete %n note(s)", nullptr, static_cast<int>(annotations.notes.size()))
                                                     : tr("Delete frame"));
}

void Canvas::removeSelection(const QString& step)
{
    const std::set<std::string> nodes = m_document.selection().nodes();
    const std::vector<Edge> edges = m_document.selection().edges();
    const Annotations annotations = m_document.selection().annotations();
    m_document.selection().clear(); // first, since notes are identified by index
    m_document.editGraph(step, [&](Graph& graph) {
        remove(graph, layers(), nodes, edges);
        removeAnnotations(graph, annotations);
    });
}

bool Canvas::canPaste() const
{
    return QGuiApplication::clipboard()->text().contains(u"\"netsmith\""_s);
}

void Canvas::paste()
{
    if (!m_pointerInside) {
        pasteText(QGuiApplication::clipboard()->text(), std::nullopt, pasteOffset, tr("Paste"));
        return;
    }
    pasteAt(mapToScene(m_pointer));
}

void Canvas::pasteAt(QPointF scenePosition)
{
    // Offsets each further paste, so that none hides another.
    QPointF place = snapped(scenePosition);
    while (std::ranges::any_of(m_document.graph().nodes, [&](const Node& node) { return QPointF(node.x, node.y) == place; }))
        place += pasteOffset;
    pasteText(QGuiApplication::clipboard()->text(), place, {}, tr("Paste"));
}

void Canvas::duplicate()
{
    const Selection& selection = m_document.selection();
    if (!selection.nodes().empty() || !selection.annotations().empty())
        pasteText(copyText(m_document.graph(), selection.nodes(), selection.annotations()), std::nullopt, pasteOffset,
                  tr("Duplicate"));
}

void Canvas::pasteText(const QString& text, std::optional<QPointF> corner, QPointF offset, const QString& step)
{
    Pasted added;
    Message refusal;
    const Block* open = blockAt(m_document.project().graph, m_document.place());
    m_document.editGraph(step, [&](Graph& graph) {
        if (auto pasted = netsmith::gui::paste(graph, text, corner, offset, open ? open->id : std::string()))
            added = *pasted;
        else
            refusal = pasted.error().message();
    });
    if (!added.nodes.empty() || !added.annotations.empty())
        m_document.selection().set(added.nodes, {}, added.annotations);
    else
        refuse(refusal.id() == "clipboard.itself" ? messageText(refusal)
                                                  : tr("Nothing to paste: the clipboard contains no part of a network."));
}

void Canvas::autoLayout(LayoutDirection direction)
{
    // As many nodes per row as make the aspect ratio about the window's.
    constexpr double perRow = 150.0;
    const double count = static_cast<double>(m_document.graph().nodes.size());
    const double aspect = static_cast<double>(viewport()->width()) / std::max(1, viewport()->height());
    const int columns = std::max(5, static_cast<int>(std::lround(std::sqrt(count * perRow * aspect / nodeStep))));
    m_document.editGraph(tr("Auto-layout"), [&](Graph& graph) {
        netsmith::autoLayout(graph, direction, columns);
        layOutAnnotations(m_document.graph(), graph);
    });
    fitAll();
}

void Canvas::renameSelected()
{
    if (const std::string node = onlySelected(); !node.empty())
        rename(node);
    else
        editAnnotation();
}

void Canvas::rename(const std::string& node)
{
    const Node* found = m_document.graph().find(node);
    const NodeItem* item = m_network->node(node);
    if (!found || !item)
        return;
    showNode(node);
    openRenameField(item->rectangle(), fromStd(found->title), isBlockEnd(*found) ? nodeName(*found) : layerName(layers(), *found),
                    [this, node](const QString& title) {
                        m_document.editGraph(tr("Rename layer"),
                                             [&](Graph& graph) { netsmith::gui::rename(graph, node, title.toStdString()); });
                    });
}

void Canvas::openRenameField(const QRectF& place, const QString& title, const QString& untitled,
                             std::function<void(const QString&)> rename)
{
    const QRect seen = mapFromScene(place).boundingRect().translated(viewport()->pos());
    const int height = m_renameField->sizeHint().height();
    const int width = std::max(seen.width(), Theme::instance().scaled(140));
    m_renameField->open(title, untitled,
                        QRect(seen.center().x() - width / 2, seen.top() + (seen.height() / 2 - height) / 2, width, height),
                        std::move(rename));
}

void Canvas::openFind()
{
    placeOverlays();
    m_findBar->open();
    findNode(m_findBar->text());
}

bool Canvas::findNode(const QString& text, bool backwards)
{
    std::vector<std::string> found;
    if (!text.isEmpty())
        for (const std::string& id : readingOrder(m_document))
            if (const Node* node = m_document.graph().find(id)) {
                const LayerSpec* layer = layers().of(*node);
                const QString words = titleOf(layers(), *node) + u'\n' + (layer ? layerTitle(*layer) : QString()) + u'\n'
                    + fromStd(node->layer) + u'\n' + fromStd(id);
                if (words.contains(text, Qt::CaseInsensitive))
                    found.push_back(id);
            }
    if (found.empty()) {
        m_findBar->showResult(0, 0);
        return false;
    }
    // A new text starts at the selected node, if it matches; the same text continues after it.
    const std::set<std::string>& selected = m_document.selection().nodes();
    const auto current = selected.size() == 1 ? std::ranges::find(found, *selected.begin()) : found.end();
    std::size_t index = 0;
    if (current != found.end()) {
        index = static_cast<std::size_t>(current - found.begin());
        if (text == m_foundText)
            index = (index + (backwards ? found.size() - 1 : 1)) % found.size();
    }
    m_foundText = text;
    m_document.selection().reveal(found[index]);
    m_findBar->showResult(static_cast<int>(index) + 1, static_cast<int>(found.size()));
    return true;
}

void Canvas::nudge(QPointF by)
{
    const Selection& selection = m_document.selection();
    const Annotations annotations = withContents(m_document.graph(), selection.annotations());
    std::set<std::string> nodes = nodesIn(m_document.graph(), annotations.frames);
    nodes.insert(selection.nodes().begin(), selection.nodes().end());
    if (nodes.empty() && annotations.empty())
        return;
    const QString step = nodes.empty() ? tr("Move %n note(s)", nullptr, static_cast<int>(annotations.notes.size()))
                                       : tr("Move %n layer(s)", nullptr, static_cast<int>(nodes.size()));
    m_document.editGraph(
        step,
        [&](Graph& graph) {
            const Graph before = graph;
            netsmith::gui::move(graph, nodes, by);
            moveAnnotations(graph, annotations, by);
            settleInFrames(before, graph, nodes, annotations.frames);
        },
        u"nudge"_s);
}

} // namespace netsmith::gui
