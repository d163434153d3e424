#include "gui/outline/outline_model.h"

#include "engine/graph/graph_index.h"
#include "gui/document/freezing.h"
#include "gui/document/graph_edits.h"
#include "gui/document/node_text.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"

#include <algorithm>
#include <unordered_set>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

/// The internal id of a top-level index, instead of its parent's row.
constexpr quintptr topLevel = static_cast<quintptr>(-1);

} // namespace

OutlineModel::OutlineModel(Document& document, QObject* parent)
    : QAbstractItemModel(parent)
    , m_document(document)
    , m_entries(entries())
{
}

std::vector<OutlineModel::Entry> OutlineModel::entries() const
{
    const Graph& graph = m_document.graph();
    const std::vector<std::string>& sorted = m_document.analysis().order();
    std::vector<std::string> order = sorted;
    std::unordered_set<std::string_view> listed(sorted.begin(), sorted.end());
    for (const Node& node : graph.nodes) // nodes in cycles, or of layers unknown to this version
        if (listed.insert(node.id).second)
            order.push_back(node.id);
    const GraphIndex index(graph);
    std::vector<Entry> out;
    for (const std::string& id : order) {
        const Node* node = index.find(id);
        if (!node)
            continue;
        Entry entry{id, {}};
        if (const LayerSpec* layer = m_document.layers().of(*node))
            for (const PortSpec& port : layer->inputs)
                if (index.into(id, port.name).empty())
                    entry.wires.push_back({true, port.name, std::nullopt});
        for (const Edge* edge : index.into(id))
            entry.wires.push_back({true, edge->to.port, *edge});
        for (const Edge* edge : index.outOf(id))
            entry.wires.push_back({false, edge->from.port, *edge});
        out.push_back(std::move(entry));
    }
    for (const Group& frame : graph.groups)
        out.push_back({{}, {}, AnnotationRef{frame.id, {}}});
    for (std::size_t i = 0; i < graph.notes.size(); ++i)
        out.push_back({{}, {}, AnnotationRef{{}, i}});
    return out;
}

void OutlineModel::follow(const Change& change)
{
    if (change.structure || change.appearance || change.everything || change.opened) {
        std::vector<Entry> next = entries();
        if (next != m_entries) {
            beginResetModel();
            m_entries = std::move(next);
            endResetModel();
            return;
        }
    }
    if (!m_entries.empty())
        Q_EMIT dataChanged(index(0, 0), index(static_cast<int>(m_entries.size()) - 1, 0));
}

QString OutlineModel::nodeAt(const QModelIndex& index) const
{
    if (!index.isValid())
        return {};
    const QModelIndex top = index.parent().isValid() ? index.parent() : index;
    return fromStd(m_entries[static_cast<std::size_t>(top.row())].node);
}

std::optional<Edge> OutlineModel::wireAt(const QModelIndex& index) const
{
    if (!index.parent().isValid())
        return std::nullopt;
    return m_entries[index.internalId()].wires[static_cast<std::size_t>(index.row())].edge;
}

std::optional<AnnotationRef> OutlineModel::annotationAt(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() != topLevel)
        return std::nullopt;
    return m_entries[static_cast<std::size_t>(index.row())].annotation;
}

QModelIndex OutlineModel::indexOf(const AnnotationRef& annotation) const
{
    const auto found = std::ranges::find(m_entries, std::optional(annotation), &Entry::annotation);
    return found == m_entries.end() ? QModelIndex() : index(static_cast<int>(found - m_entries.begin()), 0);
}

QModelIndex OutlineModel::indexOf(const std::string& node) const
{
    if (node.empty())
        return {};
    const auto found = std::ranges::find(m_entries, node, &Entry::node);
    return found == m_entries.end() ? QModelIndex() : index(static_cast<int>(found - m_entries.begin()), 0);
}

QModelIndex OutlineModel::indexOf(const Edge& edge) const
{
    const QModelIndex node = indexOf(edge.from.node);
    if (!node.isValid())
        return {};
    const std::vector<Wire>& wires = m_entries[static_cast<std::size_t>(node.row())].wires;
    for (std::size_t i = 0; i < wires.size(); ++i)
        if (!wires[i].incoming && wires[i].edge && wires[i].edge->from == edge.from && wires[i].edge->to == edge.to)
            return index(static_cast<int>(i), 0, node);
    return {};
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) : topLevel);
}

QModelIndex OutlineModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == topLevel)
        return {};
    return createIndex(static_cast<int>(index.internalId()), 0, topLevel);
}

int OutlineModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_entries.size());
    return parent.internalId() == topLevel ? static_cast<int>(m_entries[static_cast<std::size_t>(parent.row())].wires.size()) : 0;
}

int OutlineModel::columnCount(const QModelIndex&) const
{
    return 1;
}

Qt::ItemFlags OutlineModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    return index.internalId() == topLevel ? flags | Qt::ItemIsEditable : flags | Qt::ItemNeverHasChildren;
}

QVariant OutlineModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (index.internalId() == topLevel) {
        const Entry& entry = m_entries[static_cast<std::size_t>(index.row())];
        return entry.annotation ? annotationData(*entry.annotation, role) : nodeData(entry, role);
    }
    return wireData(m_entries[index.internalId()].wires[static_cast<std::size_t>(index.row())], role);
}

QVariant OutlineModel::nodeData(const Entry& entry, int role) const
{
    const Node* node = m_document.graph().find(entry.node);
    if (!node)
        return {};
    const LayerSpec* layer = m_document.layers().of(*node);
    const Shape* shape =
        layer && !layer->outputs.empty() ? m_document.analysis().shapeAt({node->id, layer->outputs.front().name}) : nullptr;
    switch (role) {
    case Qt::DisplayRole: return layerName(m_document.layers(), *node);
    case Qt::EditRole: return fromStd(node->title);
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole: return spoken(*node, entry);
    case NameRole: return nodeName(*node);
    case DetailRole: return shape ? shapeText(*shape) : QString();
    case IconRole: return layerIcon(layer);
    case TokenRole: return static_cast<int>(layerToken(layer));
    case SeverityRole:
        if (const Problem* problem = m_document.analysis().problemOf(node->id))
            return static_cast<int>(problem->severity);
        return {};
    default: return {};
    }
}

QVariant OutlineModel::annotationData(const AnnotationRef& ref, int role) const
{
    const Graph& graph = m_document.graph();
    if (ref.note) {
        if (*ref.note >= graph.notes.size())
            return {};
        const QString text = fromStd(graph.notes[*ref.note].text);
        switch (role) {
        case Qt::DisplayRole: return text.simplified();
        case Qt::EditRole: // the editor shows a line break as a space, and keeps it
        case Qt::ToolTipRole: return text;
        case Qt::AccessibleTextRole: return tr("Note: %1").arg(text);
        case NameRole: return tr("Note");
        case IconRole: return u"pen"_s;
        case TokenRole: return static_cast<int>(Token::careful);
        default: return {};
        }
    }
    const Group* frame = findFrame(graph, ref.frame);
    if (!frame)
        return {};
    switch (role) {
    case Qt::DisplayRole: return frameTitle(*frame);
    case Qt::EditRole: return fromStd(frame->title);
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return tr("Frame “%1” around %n layer(s)", nullptr, static_cast<int>(frame->nodes.size())).arg(frameTitle(*frame));
    case NameRole: return frame->title.empty() ? QString() : tr("Frame");
    case IconRole: return u"fit"_s;
    case TokenRole: return static_cast<int>(frameToken(*frame));
    default: return {};
    }
}

QVariant OutlineModel::wireData(const Wire& wire, int role) const
{
    const Graph& graph = m_document.graph();
    if (!wire.edge)
        switch (role) {
        case Qt::DisplayRole:
        case Qt::AccessibleTextRole: return tr("“%1” is not connected", "an input of a layer").arg(fromStd(wire.port));
        case IconRole: return u"unlink"_s;
        case TokenRole: return static_cast<int>(Token::bad);
        default: return {};
        }
    const Node* other = graph.find(wire.incoming ? wire.edge->from.node : wire.edge->to.node);
    const QString label =
        other ? nodeLabel(m_document.layers(), *other) : fromStd(wire.incoming ? wire.edge->from.node : wire.edge->to.node);
    const Shape* shape = m_document.analysis().shapeAt(wire.edge->from);
    const QString text = wire.incoming ? tr("from %1").arg(label) : tr("to %1").arg(label);
    switch (role) {
    case Qt::DisplayRole: return text;
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole: return shape ? tr("%1, %2", "a wire and its shape").arg(text, shapeText(*shape)) : text;
    case DetailRole: return wire.incoming && shape ? shapeText(*shape) : QString();
    case IconRole: return u"link"_s;
    case TokenRole: return static_cast<int>(Token::textMuted);
    default: return {};
    }
}

QString OutlineModel::spoken(const Node& node, const Entry& entry) const
{
    const Analysis& analysis = m_document.analysis();
    QStringList parts{nodeLabel(m_document.layers(), node)};
    if (const LayerSpec* layer = m_document.layers().of(node); layer && !layer->outputs.empty())
        if (const Shape* shape = analysis.shapeAt({node.id, layer->outputs.front().name}))
            parts << shapeText(*shape);
    if (const auto figures = analysis.figuresOf(node.id); figures && figures->parameters > 0)
        parts << tr("%1 parameters").arg(countText(figures->parameters));
    if (isFrozen(m_document, node))
        parts << tr("frozen");
    for (const Wire& wire : entry.wires)
        if (wire.incoming && wire.edge)
            if (const Node* other = m_document.graph().find(wire.edge->from.node))
                parts << tr("from %1").arg(nodeLabel(m_document.layers(), *other));
    if (const Problem* problem = analysis.problemOf(node.id))
        parts << tr("%1: %2", "how bad, and what")
                     .arg(severityWord(problem->severity), problemSentence(m_document.graph(), *problem));
    return parts.join(tr(", ", "between what is said of a layer"));
}

bool OutlineModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !index.isValid() || index.internalId() != topLevel)
        return false;
    const std::string node = m_entries[static_cast<std::size_t>(index.row())].node;
    const std::string title = value.toString().trimmed().toStdString();
    if (const auto& ref = m_entries[static_cast<std::size_t>(index.row())].annotation) {
        if (!ref->note)
            m_document.editGraph(tr("Rename frame"), [&](Graph& graph) { titleFrame(graph, ref->frame, title); });
        else if (!title.empty() && value.toString() != data(index, Qt::EditRole).toString())
            m_document.editGraph(tr("Edit note"), [&](Graph& graph) { graph.notes.at(*ref->note).text = title; });
        return true;
    }
    m_document.editGraph(tr("Rename %1").arg(nodeName(*m_document.graph().find(node))),
                         [&](Graph& graph) { rename(graph, node, title); });
    return true;
}

} // namespace netsmith::gui
