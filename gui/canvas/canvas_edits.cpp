#include "gui/canvas/canvas.h"

#include "engine/graph/block_inside.h"
#include "gui/canvas/alignment.h"
#include "gui/canvas/drop_preview.h"
#include "gui/canvas/find_bar.h"
#include "gui/canvas/network_scene.h"
#include "gui/canvas/placement.h"
#include "gui/canvas/rename_field.h"
#include "gui/canvas/walk.h"
#include "gui/document/block_commands.h"
#include "gui/document/clipboard.h"
#include "gui/document/graph_edits.h"
#include "gui/document/node_text.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/theme.h"

#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

/// What the canvas does to the document: each of these is one undo step.
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

WireItem* Canvas::wireFor(const LayerSpec& layer, QPointF corner) const
{
    const bool insertable = !layer.inputs.empty() && !layer.outputs.empty();
    return insertable ? m_network->wireFor(corner, wireReach()) : nullptr;
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
                                     : addNode(graph, *spec, freePlaceNear(graph, middle));
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
    const QPointF corner = alignedTo(*m_network, scenePosition - middleOfNode(), {}, scale()).corner;
    const WireItem* wire = wireFor(*spec, scenePosition - middleOfNode());
    const std::optional<Edge> edge = wire ? std::optional(wire->edge()) : std::nullopt;
    std::string added;
    m_document.editGraph(tr("Add %1").arg(layerName(*spec)), [&](Graph& graph) { added = placeLayer(graph, *spec, edge, corner); });
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
            const std::string adapted = addNode(graph, *adapter, freePlaceNear(graph, corner));
            netsmith::gui::connect(graph, source, {adapted, adapter->inputs.front().name});
            source = PortRef{adapted, adapter->outputs.front().name};
            corner.rx() += nodeStep;
        }
        added = addNode(graph, *spec, freePlaceNear(graph, corner));
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
        m_drop = std::make_unique<DropPreview>(*m_network, layerToken(spec), layerIcon(spec));
    const Alignment aligned = alignedTo(*m_network, mapToScene(position) - middleOfNode(), {}, scale());
    WireItem* wire = wireFor(*spec, mapToScene(position) - middleOfNode());
    // Where it would lie is found by laying it there, in a copy.
    Graph after = m_document.graph();
    const std::string added = placeLayer(after, *spec, wire ? std::optional(wire->edge()) : std::nullopt, aligned.corner);
    const Node* landed = after.find(added);
    m_drop->showAt({landed->x, landed->y}, wire, aligned.guides);
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
    std::set<std::string> all;
    for (const Node& node : m_document.graph().nodes)
        all.insert(node.id);
    m_document.selection().set(std::move(all));
}

void Canvas::copy()
{
    if (!m_document.selection().nodes().empty())
        QGuiApplication::clipboard()->setText(copyText(m_document.graph(), m_document.selection().nodes()));
}

void Canvas::cut()
{
    if (m_document.selection().nodes().empty())
        return;
    copy();
    removeSelection(tr("Cut"));
}

void Canvas::deleteSelection()
{
    const int count = static_cast<int>(m_document.selection().nodes().size());
    removeSelection(count > 0 ? tr("Delete %n layer(s)", nullptr, count) : tr("Disconnect"));
}

void Canvas::removeSelection(const QString& step)
{
    const std::set<std::string> nodes = m_document.selection().nodes();
    const std::vector<Edge> edges = m_document.selection().edges();
    m_document.editGraph(step, [&](Graph& graph) { remove(graph, layers(), nodes, edges); });
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
    // The next ones beside the first, so that none hides another.
    QPointF place = snapped(scenePosition);
    while (std::ranges::any_of(m_document.graph().nodes, [&](const Node& node) { return QPointF(node.x, node.y) == place; }))
        place += pasteOffset;
    pasteText(QGuiApplication::clipboard()->text(), place, {}, tr("Paste"));
}

void Canvas::duplicate()
{
    if (!m_document.selection().nodes().empty())
        pasteText(copyText(m_document.graph(), m_document.selection().nodes()), std::nullopt, pasteOffset, tr("Duplicate"));
}

void Canvas::pasteText(const QString& text, std::optional<QPointF> corner, QPointF offset, const QString& step)
{
    std::set<std::string> added;
    Message refusal;
    const Block* open = blockAt(m_document.project().graph, m_document.place());
    m_document.editGraph(step, [&](Graph& graph) {
        if (auto pasted = netsmith::gui::paste(graph, text, corner, offset, open ? open->id : std::string()))
            added = *pasted;
        else
            refusal = pasted.error().message();
    });
    if (!added.empty())
        m_document.selection().set(added);
    else
        refuse(refusal.id() == "clipboard.itself" ? messageText(refusal)
                                                  : tr("Nothing to paste: the clipboard holds no part of a network."));
}

void Canvas::autoLayout(LayoutDirection direction)
{
    // As many to a row as makes the whole about as wide as the window is.
    constexpr double perRow = 150.0;
    const double count = static_cast<double>(m_document.graph().nodes.size());
    const double aspect = static_cast<double>(viewport()->width()) / std::max(1, viewport()->height());
    const int columns = std::max(5, static_cast<int>(std::lround(std::sqrt(count * perRow * aspect / nodeStep))));
    m_document.editGraph(tr("Auto-layout"), [&](Graph& graph) { netsmith::gui::autoLayout(graph, direction, columns); });
    fitAll();
}

void Canvas::renameSelected()
{
    const std::set<std::string>& selected = m_document.selection().nodes();
    if (selected.size() == 1)
        rename(*selected.begin());
}

void Canvas::rename(const std::string& node)
{
    const Node* found = m_document.graph().find(node);
    const NodeItem* item = m_network->node(node);
    if (!found || !item)
        return;
    showNode(node);
    m_renamed = node;
    m_renamedBlock.clear();
    openRenameField(*item, fromStd(found->title), isBlockEnd(*found) ? nodeName(*found) : layerName(layers(), *found));
}

void Canvas::openRenameField(const NodeItem& item, const QString& title, const QString& untitled)
{
    const QRect seen = mapFromScene(item.rectangle()).boundingRect().translated(viewport()->pos());
    const int height = m_renameField->sizeHint().height();
    const int width = std::max(seen.width(), Theme::instance().scaled(140));
    m_renameField->open(title, untitled,
                        QRect(seen.center().x() - width / 2, seen.top() + (seen.height() / 2 - height) / 2, width, height));
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
    // A new text begins with the one that is selected, if it fits still; asked again, it goes on.
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
    const std::set<std::string> nodes = m_document.selection().nodes();
    if (!nodes.empty())
        m_document.editGraph(
            tr("Move %n layer(s)", nullptr, static_cast<int>(nodes.size())),
            [&](Graph& graph) { netsmith::gui::move(graph, nodes, by); }, u"nudge"_s);
}

} // namespace netsmith::gui
