#include "gui/outline/outline_panel.h"

#include "gui/document/block_commands.h"
#include "gui/document/graph_edits.h"
#include "gui/document/node_text.h"
#include "gui/outline/connect_targets.h"
#include "gui/outline/outline_delegate.h"
#include "gui/outline/outline_model.h"
#include "gui/outline/outline_tree.h"
#include "gui/palette/layer_picker.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/labels/text_label.h"

#include <QAction>
#include <QEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

OutlinePanel::OutlinePanel(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_model(new OutlineModel(document, this))
    , m_tree(new OutlineTree(this))
    , m_empty(new TextLabel(TextRole::body, u"muted"_s, this))
    , m_menu(new QMenu(this))
    , m_targets(new PickerPopup(this))
    , m_picker(new LayerPicker(document, this))
{
    setObjectName(u"outlinePanel"_s);
    m_tree->setObjectName(u"outlineTree"_s);
    m_tree->setModel(m_model);
    m_tree->setItemDelegate(new OutlineDelegate(m_tree));
    m_tree->setHeaderHidden(true);
    m_tree->setUniformRowHeights(true);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->installEventFilter(this);
    m_empty->setObjectName(u"outlineEmpty"_s);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_empty->setMargin(12); // a style sheet resets the contents margins
    m_targets->setObjectName(u"connectPicker"_s);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_tree, 1);
    column->addWidget(m_empty, 1);

    m_connect = addAction("outlineConnect", "link", QKeySequence(Qt::CTRL | Qt::Key_J), &OutlinePanel::askConnect);
    m_disconnect =
        addAction("outlineDisconnect", "unlink", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_J), &OutlinePanel::disconnectWires);
    m_insert = addAction("outlineInsert", "plus", QKeySequence(Qt::Key_Insert), &OutlinePanel::askInsert);
    m_menu->addSeparator();
    m_open = addAction("outlineOpenBlock", "block", QKeySequence(Qt::CTRL | Qt::Key_Return), &OutlinePanel::openBlock);
    m_leave = addAction("outlineLeaveBlock", "chevron-up", QKeySequence(Qt::ALT | Qt::Key_Up), &OutlinePanel::leaveBlock);
    m_make = addAction("outlineMakeBlock", "block", QKeySequence(Qt::CTRL | Qt::Key_G), &OutlinePanel::makeBlock);
    m_apart = addAction("outlineTakeApart", "layers", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_G), &OutlinePanel::takeApart);
    m_menu->addSeparator();
    m_rename = addAction("outlineRenameAction", "pen", QKeySequence(Qt::Key_F2), &OutlinePanel::renameCurrent);
    m_delete = addAction("outlineDelete", "trash", QKeySequence(Qt::Key_Delete), &OutlinePanel::deleteChosen);

    connect(m_tree, &QTreeView::customContextMenuRequested, this, [this](const QPoint& place) {
        if (m_tree->indexAt(place).isValid())
            m_menu->popup(m_tree->viewport()->mapToGlobal(place));
    });
    connect(m_tree, &QTreeView::doubleClicked, this, &OutlinePanel::activate);
    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this, &OutlinePanel::selectFromTree);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &OutlinePanel::enableActions);
    connect(m_targets, &PickerPopup::rowPicked, this, [this](const QString& id) { connectTo(targetOf(id)); });
    connect(m_picker, &LayerPicker::picked, this, &OutlinePanel::insertLayer);
    connect(&document, &Document::changed, this, &OutlinePanel::follow);
    connect(&document.selection(), &Selection::changed, this, &OutlinePanel::showSelection);
    connect(&document.selection(), &Selection::revealed, this, [this](const std::string& node) {
        if (const QModelIndex index = m_model->indexOf(node); index.isValid())
            m_tree->scrollTo(index);
    });
    setTexts();
    follow({});
    showSelection();
}

QAction* OutlinePanel::addAction(const char* name, const char* iconName, const QKeySequence& keys, void (OutlinePanel::*act)())
{
    // The event filter handles the keys: as shortcuts they would be ambiguous with the same ones of the canvas.
    auto* action = new QAction(m_menu);
    action->setObjectName(QString::fromLatin1(name));
    action->setIcon(icon(QString::fromLatin1(iconName), Token::textSecondary));
    action->setData(keys);
    connect(action, &QAction::triggered, this, act);
    m_menu->addAction(action);
    return action;
}

void OutlinePanel::setTexts()
{
    m_tree->setAccessibleName(tr("Layers of the network, in the order of the wires"));
    m_empty->setText(tr("There are no layers yet. Add the first from the palette (Ctrl+K)."));
    const auto set = [](QAction* action, const QString& text, const QString& explanation) {
        action->setText(text + u'\t' + action->data().value<QKeySequence>().toString(QKeySequence::NativeText));
        action->setToolTip(explanation);
        action->setStatusTip(explanation);
    };
    set(m_connect, tr("Connect to…"), tr("Draw a wire from this layer to another"));
    set(m_disconnect, tr("Disconnect"), tr("Remove this wire, or all wires of the selected layers"));
    set(m_insert, tr("Insert after…"), tr("Add a layer after this one"));
    set(m_open, tr("Open block"), tr("Show what is in this block"));
    set(m_leave, tr("Leave block"), tr("Go back to where the block is used"));
    set(m_make, tr("Make a block"), tr("Turn the selected layers into a block that can be used in many places"));
    set(m_apart, tr("Take apart"), tr("Turn this block back into its layers"));
    set(m_rename, tr("Rename"), tr("Rename the layer"));
    set(m_delete, tr("Delete"), tr("Delete the selection; a chain is joined up again"));
    m_menu->setAccessibleName(tr("Actions for this layer"));
    m_targets->setPlaceholder(tr("Connect to…"));
}

void OutlinePanel::follow(const Change& change)
{
    if (!isVisible()) {
        m_stale = true;
        return;
    }
    m_showing = true; // the current row is lost with the rows, and restored below
    std::set<std::string> open;
    for (int i = 0; i < m_model->rowCount(); ++i)
        if (const QModelIndex index = m_model->index(i, 0); m_tree->isExpanded(index))
            open.insert(m_model->nodeAt(index).toStdString());
    m_model->follow(change);
    for (const std::string& node : open)
        if (const QModelIndex index = m_model->indexOf(node); index.isValid())
            m_tree->setExpanded(index, true);
    m_showing = false;
    m_tree->setVisible(m_model->rowCount() > 0);
    m_empty->setVisible(m_model->rowCount() == 0);
    showSelection();
}

void OutlinePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (std::exchange(m_stale, false)) {
        Change change;
        change.everything = true;
        follow(change);
    }
}

void OutlinePanel::showSelection()
{
    if (m_showing || !isVisible())
        return;
    m_showing = true;
    QItemSelection chosen;
    QModelIndex first;
    const auto add = [&](const QModelIndex& index) {
        if (!index.isValid())
            return;
        chosen.select(index, index);
        if (!first.isValid())
            first = index;
    };
    for (const std::string& node : m_document.selection().nodes())
        add(m_model->indexOf(node));
    for (const std::string& frame : m_document.selection().annotations().frames)
        add(m_model->indexOf(AnnotationRef{frame, {}}));
    for (const std::size_t note : m_document.selection().annotations().notes)
        add(m_model->indexOf(AnnotationRef{{}, note}));
    for (const Edge& edge : m_document.selection().edges()) {
        const QModelIndex index = m_model->indexOf(edge);
        if (index.isValid())
            m_tree->setExpanded(index.parent(), true);
        add(index);
    }
    QItemSelectionModel* selection = m_tree->selectionModel();
    if (selection->selection() != chosen)
        selection->select(chosen, QItemSelectionModel::ClearAndSelect);
    if (first.isValid() && !chosen.contains(m_tree->currentIndex())) {
        selection->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
        m_tree->scrollTo(first);
    } else if (!m_tree->currentIndex().isValid() && m_model->rowCount() > 0)
        selection->setCurrentIndex(m_model->index(0, 0), QItemSelectionModel::NoUpdate); // keyboard navigation needs a current row
    m_showing = false;
    enableActions();
}

void OutlinePanel::selectFromTree()
{
    if (m_showing)
        return;
    std::set<std::string> nodes;
    std::vector<Edge> edges;
    Annotations annotations;
    for (const QModelIndex& index : m_tree->selectionModel()->selectedIndexes()) {
        const std::optional<Edge> wire = m_model->wireAt(index);
        if (const std::optional<AnnotationRef> ref = m_model->annotationAt(index)) {
            annotations.frames.merge(ref->asSet().frames);
            annotations.notes.merge(ref->asSet().notes);
        } else if (wire && std::ranges::find(edges, *wire) == edges.end())
            edges.push_back(*wire);
        else if (!index.parent().isValid())
            nodes.insert(m_model->nodeAt(index).toStdString());
    }
    m_showing = true; // a wire may be selected at either of its ends
    m_document.selection().set(std::move(nodes), std::move(edges), std::move(annotations));
    m_showing = false;
    enableActions();
}

void OutlinePanel::enableActions()
{
    const QModelIndex current = m_tree->currentIndex();
    const Node* node = m_document.graph().find(currentNode());
    const LayerSpec* layer = node ? m_document.layers().of(*node) : nullptr;
    const bool isNode = node && !current.parent().isValid();
    m_connect->setEnabled(layer && isNode && !layer->outputs.empty());
    m_insert->setEnabled(layer && !layer->outputs.empty());
    const bool isAnnotation = m_model->annotationAt(current).has_value();
    m_rename->setEnabled(isNode || isAnnotation);
    const bool isBlockNode = isNode && !blockOfNode(m_document, node->id).empty();
    m_open->setVisible(isBlockNode);
    m_leave->setVisible(!m_document.place().empty());
    m_make->setEnabled(whyNoBlock(m_document, m_document.selection().nodes()).isEmpty());
    m_apart->setVisible(isBlockNode);
    m_apart->setEnabled(isBlockNode && whyNotApart(m_document, node->id).isEmpty());
    m_delete->setEnabled(isNode || isAnnotation || m_model->wireAt(current));
    m_disconnect->setEnabled(m_model->wireAt(current) || (isNode && m_model->rowCount(current) > 0));
}

std::string OutlinePanel::currentNode() const
{
    return m_model->nodeAt(m_tree->currentIndex()).toStdString();
}

QPoint OutlinePanel::placeOfCurrent() const
{
    const QRect row = m_tree->visualRect(m_tree->currentIndex());
    return m_tree->viewport()->mapToGlobal(QPoint(row.left(), row.bottom() + 1));
}

void OutlinePanel::activate(const QModelIndex& index)
{
    if (const std::optional<Edge> wire = m_model->wireAt(index)) {
        // To the other end.
        const std::string here = m_model->nodeAt(index).toStdString();
        m_document.selection().reveal(wire->from.node == here ? wire->to.node : wire->from.node);
    } else if (const QString node = m_model->nodeAt(index); !node.isEmpty()) {
        m_document.selection().reveal(node.toStdString());
    }
}

void OutlinePanel::followWire(bool forward)
{
    const std::string node = currentNode();
    for (const Edge& edge : m_document.graph().edges)
        if ((forward ? edge.from.node : edge.to.node) == node) {
            m_document.selection().select(forward ? edge.to.node : edge.from.node);
            return;
        }
}

void OutlinePanel::askConnect()
{
    const Node* node = m_document.graph().find(currentNode());
    const LayerSpec* layer = node ? m_document.layers().of(*node) : nullptr;
    if (!layer || layer->outputs.empty())
        return;
    m_targets->setPlaceholder(tr("Connect %1 to").arg(nodeName(*node)));
    m_targets->setAccessibleName(tr("Connect %1 to").arg(nodeName(*node)));
    m_targets->setEmptyText(tr("No layer has a free input that can be connected from here."));
    m_targets->setItems(connectTargets(m_document, {node->id, layer->outputs.front().name}));
    m_targets->openAt(placeOfCurrent());
}

void OutlinePanel::connectTo(const PortRef& target)
{
    const Node* node = m_document.graph().find(currentNode());
    const Node* other = m_document.graph().find(target.node);
    const LayerSpec* layer = node ? m_document.layers().of(*node) : nullptr;
    if (!layer || !other || layer->outputs.empty())
        return;
    const PortRef from{node->id, layer->outputs.front().name};
    m_document.editGraph(tr("Connect %1 to %2").arg(nodeName(*node), nodeName(*other)),
                         [&](Graph& graph) { gui::connect(graph, from, target); });
}

void OutlinePanel::disconnectWires()
{
    std::vector<Edge> wires = m_document.selection().edges();
    const std::set<std::string>& nodes = m_document.selection().nodes();
    for (const Edge& edge : m_document.graph().edges)
        if (nodes.contains(edge.from.node) || nodes.contains(edge.to.node))
            wires.push_back(edge);
    m_document.editGraph(tr("Disconnect"), [&](Graph& graph) {
        for (const Edge& wire : wires)
            gui::disconnect(graph, wire);
    });
}

void OutlinePanel::askInsert()
{
    const Node* node = m_document.graph().find(currentNode());
    const LayerSpec* layer = node ? m_document.layers().of(*node) : nullptr;
    const netsmith::Shape* shape =
        layer && !layer->outputs.empty() ? m_document.analysis().shapeAt({node->id, layer->outputs.front().name}) : nullptr;
    m_picker->openFor(shape ? std::optional(*shape) : std::nullopt, placeOfCurrent());
}

void OutlinePanel::insertLayer(const QString& layer, bool withAdapter)
{
    const LayerSpec* spec = m_document.layers().find(layer.toStdString());
    if (!spec)
        return;
    std::string after = currentNode();
    std::string added;
    m_document.editGraph(tr("Add %1").arg(layerName(*spec)), [&](Graph& graph) {
        if (withAdapter)
            after = addBehind(graph, m_document.layers(), *m_document.layers().find("flatten"), after);
        added = addBehind(graph, m_document.layers(), *spec, after);
    });
    m_document.selection().reveal(added);
    m_tree->setFocus(Qt::PopupFocusReason);
}

void OutlinePanel::openBlock()
{
    gui::openBlock(m_document, currentNode());
}

void OutlinePanel::leaveBlock()
{
    gui::leaveBlock(m_document);
}

void OutlinePanel::makeBlock()
{
    m_document.selection().reveal(gui::makeBlock(m_document, m_document.selection().nodes()));
}

void OutlinePanel::takeApart()
{
    m_document.selection().set(gui::takeApart(m_document, currentNode()));
}

void OutlinePanel::deleteChosen()
{
    const std::set<std::string> nodes = m_document.selection().nodes();
    const std::vector<Edge> edges = m_document.selection().edges();
    const Annotations annotations = m_document.selection().annotations();
    if (m_document.selection().empty())
        return;
    const QModelIndex current = m_tree->currentIndex();
    const int row = std::max(0, (current.parent().isValid() ? current.parent() : current).row());
    if (!annotations.notes.empty())
        m_document.selection().clear(); // they are identified by index, which others take over
    m_document.editGraph(tr("Delete"), [&](Graph& graph) {
        remove(graph, m_document.layers(), nodes, edges);
        removeAnnotations(graph, annotations);
    });
    // Keyboard navigation continues at the same place.
    if (const int rows = m_model->rowCount(); rows > 0 && m_document.selection().empty())
        m_tree->setCurrentIndex(m_model->index(std::min(row, rows - 1), 0));
}

void OutlinePanel::renameCurrent()
{
    m_tree->edit(m_tree->currentIndex());
}

bool OutlinePanel::eventFilter(QObject* watched, QEvent* event)
{
    const bool asks = event->type() == QEvent::ShortcutOverride;
    if (watched != m_tree || (!asks && event->type() != QEvent::KeyPress))
        return QWidget::eventFilter(watched, event);
    auto* key = static_cast<QKeyEvent*>(event);
    const QKeySequence pressed(key->key() == Qt::Key_Backspace ? QKeyCombination(Qt::Key_Delete) : key->keyCombination());
    const auto handled = [&](auto&& act) {
        if (!asks)
            act();
        event->accept();
        return true;
    };
    for (QAction* action : {m_connect, m_disconnect, m_insert, m_open, m_leave, m_make, m_apart, m_rename, m_delete})
        if (action->data().value<QKeySequence>() == pressed)
            return handled([action] {
                if (action->isVisible())
                    action->trigger(); // does nothing if disabled
            });
    if (pressed == QKeySequence(Qt::ALT | Qt::Key_Right) || pressed == QKeySequence(Qt::ALT | Qt::Key_Left))
        return handled([&] { followWire(key->key() == Qt::Key_Right); });
    if (!asks && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && key->modifiers() == Qt::NoModifier)
        return handled([this] { activate(m_tree->currentIndex()); });
    return QWidget::eventFilter(watched, event);
}

void OutlinePanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        setTexts();
        m_tree->viewport()->update();
    }
}

} // namespace netsmith::gui
