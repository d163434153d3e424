#include "gui/canvas/canvas.h"

#include "gui/canvas/network_scene.h"
#include "gui/document/block_commands.h"
#include "gui/document/fine_tuning.h"
#include "gui/document/graph_edits.h"
#include "gui/document/node_text.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/theme.h"

#include <QContextMenuEvent>
#include <QMenu>

#include <array>

using namespace Qt::StringLiterals;

/// The canvas's context menus: for nodes, wires, losses and the background.
namespace netsmith::gui {
namespace {

/// The keys are only displayed: the canvas handles them.
QAction* addEntry(QMenu& menu, const QString& name, const QString& text, const QKeySequence& keys = {}, const QString& picture = {})
{
    const QString shown = keys.isEmpty() ? text : text + u'\t' + keys.toString(QKeySequence::NativeText);
    QAction* action = menu.addAction(shown);
    action->setObjectName(name);
    if (!picture.isEmpty())
        action->setIcon(icon(picture, Token::textSecondary));
    return action;
}

} // namespace

void Canvas::contextMenuEvent(QContextMenuEvent* event)
{
    event->accept();
    if (m_gesture)
        return;
    QPoint position = event->pos();
    if (event->reason() == QContextMenuEvent::Keyboard) {
        const std::set<std::string>& selected = m_document.selection().nodes();
        const NodeItem* item = selected.empty() ? nullptr : m_network->node(*selected.begin());
        const Annotations& annotations = m_document.selection().annotations();
        const AnnotationItem* annotation = annotations.empty()
            ? nullptr
            : m_network->annotations().item(annotations.frames.empty() ? AnnotationRef{{}, *annotations.notes.begin()}
                                                                       : AnnotationRef{*annotations.frames.begin(), {}});
        constexpr QPointF intoTitle(20.0, frameBand / 2.0);
        position = item  ? mapFromScene(item->rectangle().center())
            : annotation ? mapFromScene(annotation->rectangle().topLeft() + intoTitle)
                         : viewport()->rect().center();
    }
    const Pointer pointer = pointerAt(position, {});
    const Hit hit = m_network->at(pointer.scene, scale());
    QMenu* menu = menuFor(hit, pointer);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(viewport()->mapToGlobal(position));
}

QMenu* Canvas::menuFor(const Hit& hit, const Pointer& pointer)
{
    auto* menu = new QMenu(this);
    menu->setObjectName(u"canvasMenu"_s);
    switch (hit.kind) {
    case Hit::Kind::node:
    case Hit::Kind::input:
    case Hit::Kind::output:
    case Hit::Kind::picture:
        if (!m_document.selection().contains(hit.node->id()))
            m_document.selection().select(hit.node->id());
        fillNodeMenu(*menu, hit);
        break;
    case Hit::Kind::wire:
    case Hit::Kind::fix: fillWireMenu(*menu, hit, pointer); break;
    case Hit::Kind::loss:
        connect(addEntry(*menu, u"canvasMenuObjective"_s, tr("Training settings…"), {}, u"settings"_s), &QAction::triggered, this,
                [this, objective = hit.objective] { Q_EMIT objectiveActivated(objective); });
        break;
    case Hit::Kind::annotation:
        if (!hit.annotation.ref.isIn(m_document.selection().annotations()))
            m_document.selection().set({}, {}, hit.annotation.ref.asSet());
        fillAnnotationMenu(*menu);
        break;
    case Hit::Kind::ground: fillGroundMenu(*menu, pointer); break;
    }
    return menu;
}

void Canvas::fillNodeMenu(QMenu& menu, const Hit& hit)
{
    const std::string node = hit.node->id();
    if (const Problem* problem = m_document.analysis().problemOf(node); problem && problem->fix) {
        QAction* fix = addEntry(menu, u"canvasMenuFix"_s, fixVerb(layers(), m_document.graph(), *problem), {}, u"wand"_s);
        connect(fix, &QAction::triggered, this, [this, copy = *problem] { applyFix(m_document, copy); });
        menu.addSeparator();
    }
    if (hit.node->picture()) {
        QAction* output = addEntry(menu, u"canvasMenuOutput"_s, tr("Show its output…"), {}, u"eye"_s);
        connect(output, &QAction::triggered, this, [this, node] { openPicture(node); });
    }
    const bool alone = m_document.selection().nodes().size() == 1;
    QAction* renaming = addEntry(menu, u"canvasMenuRename"_s, tr("Rename"), Qt::Key_F2, u"pen"_s);
    renaming->setEnabled(alone);
    // The closing menu would take the focus from the field.
    connect(renaming, &QAction::triggered, this, &Canvas::renameSelected, Qt::QueuedConnection);
    fillFreezingMenu(menu);
    fillBlockMenu(menu);
    QAction* framing = addEntry(menu, u"canvasMenuFrame"_s, tr("Add a frame"), Qt::Key_G);
    connect(framing, &QAction::triggered, this, &Canvas::addFrame, Qt::QueuedConnection);
    framing->setEnabled(m_document.place().empty());
    QAction* disconnecting = addEntry(menu, u"canvasMenuDisconnect"_s, tr("Disconnect"), {}, u"unlink"_s);
    connect(disconnecting, &QAction::triggered, this, [this] {
        const std::set<std::string> nodes = m_document.selection().nodes();
        m_document.editGraph(tr("Disconnect"), [&](Graph& graph) {
            std::erase_if(graph.edges,
                          [&nodes](const Edge& edge) { return nodes.contains(edge.from.node) != nodes.contains(edge.to.node); });
        });
    });
    menu.addSeparator();
    connect(addEntry(menu, u"canvasMenuCut"_s, tr("Cut"), QKeySequence::Cut), &QAction::triggered, this, &Canvas::cut);
    connect(addEntry(menu, u"canvasMenuCopy"_s, tr("Copy"), QKeySequence::Copy, u"copy"_s), &QAction::triggered, this,
            &Canvas::copy);
    connect(addEntry(menu, u"canvasMenuDuplicate"_s, tr("Duplicate"), Qt::CTRL | Qt::Key_D), &QAction::triggered, this,
            &Canvas::duplicate);
    connect(addEntry(menu, u"canvasMenuDelete"_s, tr("Delete"), Qt::Key_Delete, u"trash"_s), &QAction::triggered, this,
            &Canvas::deleteSelection);
    menu.addSeparator();
    connect(addEntry(menu, u"canvasMenuFitSelection"_s, tr("Fit the selection"), Qt::Key_Period, u"fit"_s), &QAction::triggered,
            this, &Canvas::fitSelection);
}

void Canvas::fillFreezingMenu(QMenu& menu)
{
    struct Entry {
        Freezing what;
        QString name;
        QString text;
        QKeySequence keys;
    };
    const std::array entries{
        Entry{Freezing::freeze, u"canvasMenuFreeze"_s, tr("Freeze"), Qt::Key_T},
        Entry{Freezing::unfreeze, u"canvasMenuUnfreeze"_s, tr("Unfreeze"), Qt::SHIFT | Qt::Key_T},
        Entry{Freezing::freezeBefore, u"canvasMenuFreezeBefore"_s, tr("Freeze everything before here"), Qt::CTRL | Qt::Key_T}};
    menu.setToolTipsVisible(true);
    for (const Entry& entry : entries) {
        QAction* action =
            addEntry(menu, entry.name, entry.text, entry.keys, entry.what == Freezing::freeze ? u"freeze"_s : QString());
        const QString reason = whyNoFreezing(m_document, entry.what, m_document.selection().nodes());
        action->setEnabled(reason.isEmpty());
        action->setToolTip(reason);
        connect(action, &QAction::triggered, this, [this, what = entry.what] { freeze(what); });
    }
    QAction* tuning = addEntry(menu, u"canvasMenuFineTune"_s, tr("Fine-tune from here in a second phase"));
    const QString reason = whyNoFineTuning(m_document, m_document.selection().nodes());
    tuning->setEnabled(reason.isEmpty());
    tuning->setToolTip(reason);
    connect(tuning, &QAction::triggered, this, &Canvas::fineTune);
}

void Canvas::fillBlockMenu(QMenu& menu)
{
    menu.setToolTipsVisible(true);
    const std::string only = onlySelected();
    if (!blockOfNode(m_document, only).empty()) {
        connect(addEntry(menu, u"canvasMenuOpenBlock"_s, tr("Open block"), Qt::Key_Return, u"block"_s), &QAction::triggered, this,
                &Canvas::openSelectedBlock);
        connect(addEntry(menu, u"canvasMenuRenameBlock"_s, tr("Rename block…")), &QAction::triggered, this,
                &Canvas::renameSelectedBlock, Qt::QueuedConnection);
        QAction* apart = addEntry(menu, u"canvasMenuTakeApart"_s, tr("Take apart"), Qt::CTRL | Qt::SHIFT | Qt::Key_G);
        const QString reason = whyNotApart(m_document, only);
        apart->setEnabled(reason.isEmpty());
        apart->setToolTip(reason);
        connect(apart, &QAction::triggered, this, &Canvas::takeApart);
    }
    QAction* making = addEntry(menu, u"canvasMenuMakeBlock"_s, tr("Make a block"), Qt::CTRL | Qt::Key_G, u"block"_s);
    const QString reason = whyNoBlock(m_document, m_document.selection().nodes());
    making->setEnabled(reason.isEmpty());
    making->setToolTip(reason);
    connect(making, &QAction::triggered, this, &Canvas::makeBlock, Qt::QueuedConnection);
}

void Canvas::fillWireMenu(QMenu& menu, const Hit& hit, const Pointer& pointer)
{
    if (hit.card && !hit.card->fix().isEmpty())
        connect(addEntry(menu, u"canvasMenuFix"_s, hit.card->fix(), {}, u"wand"_s), &QAction::triggered, this,
                [this, problem = hit.card->problem()] { applyFix(m_document, problem); });
    if (hit.wire->leadsToLoss())
        return;
    m_document.selection().set({}, {hit.wire->edge()});
    connect(addEntry(menu, u"canvasMenuInsert"_s, tr("Insert a layer…"), {}, u"plus"_s), &QAction::triggered, this,
            [this, pointer] { Q_EMIT quickAddRequested(viewport()->mapToGlobal(pointer.view), pointer.scene, std::nullopt); });
    connect(addEntry(menu, u"canvasMenuDelete"_s, tr("Disconnect"), Qt::Key_Delete, u"unlink"_s), &QAction::triggered, this,
            &Canvas::deleteSelection);
}

void Canvas::fillGroundMenu(QMenu& menu, const Pointer& pointer)
{
    const bool any = !m_document.graph().nodes.empty();
    connect(addEntry(menu, u"canvasMenuAdd"_s, tr("Add a layer…"), {}, u"plus"_s), &QAction::triggered, this,
            [this, pointer] { Q_EMIT quickAddRequested(viewport()->mapToGlobal(pointer.view), pointer.scene, std::nullopt); });
    QAction* noting = addEntry(menu, u"canvasMenuNote"_s, tr("Add a note"), Qt::Key_N);
    noting->setEnabled(m_document.place().empty());
    connect(
        noting, &QAction::triggered, this, [this, pointer] { writeNoteAt(pointer.scene); }, Qt::QueuedConnection);
    QAction* pasting = addEntry(menu, u"canvasMenuPaste"_s, tr("Paste"), QKeySequence::Paste);
    pasting->setEnabled(canPaste());
    connect(pasting, &QAction::triggered, this, [this, pointer] { pasteAt(pointer.scene); });
    QAction* selecting = addEntry(menu, u"canvasMenuSelectAll"_s, tr("Select all"), QKeySequence::SelectAll);
    connect(selecting, &QAction::triggered, this, &Canvas::selectAll);
    menu.addSeparator();
    QAction* across = addEntry(menu, u"canvasMenuLayoutAcross"_s, tr("Lay out from left to right"), Qt::CTRL | Qt::Key_L);
    connect(across, &QAction::triggered, this, [this] { autoLayout(LayoutDirection::leftToRight); });
    QAction* down = addEntry(menu, u"canvasMenuLayoutDown"_s, tr("Lay out from top to bottom"));
    connect(down, &QAction::triggered, this, [this] { autoLayout(LayoutDirection::topToBottom); });
    menu.addSeparator();
    QAction* fitting = addEntry(menu, u"canvasMenuFit"_s, tr("Fit all"), Qt::Key_F, u"fit"_s);
    connect(fitting, &QAction::triggered, this, &Canvas::fitAll);
    for (QAction* action : {selecting, across, down, fitting})
        action->setEnabled(any);
}

void Canvas::fillAnnotationMenu(QMenu& menu)
{
    const Annotations& selected = m_document.selection().annotations();
    const bool alone = selected.frames.size() + selected.notes.size() == 1;
    QAction* editing =
        addEntry(menu, u"canvasMenuRename"_s, selected.frames.empty() ? tr("Edit the note") : tr("Rename"), Qt::Key_F2, u"pen"_s);
    editing->setEnabled(alone);
    connect(editing, &QAction::triggered, this, &Canvas::renameSelected, Qt::QueuedConnection);
    if (!selected.frames.empty()) {
        QMenu* colors = menu.addMenu(tr("Color"));
        colors->setObjectName(u"canvasMenuColors"_s);
        const Group* first = findFrame(m_document.graph(), *selected.frames.begin());
        for (const FrameColor& color : frameColors) {
            QAction* action = addEntry(*colors, u"canvasMenuColor_"_s + QString::fromLatin1(color.name), frameColorTitle(color));
            QPixmap sample(16, 16);
            sample.fill(Theme::instance().color(color.token));
            action->setIcon(sample);
            action->setCheckable(true);
            action->setChecked(first && frameToken(*first) == color.token);
            connect(action, &QAction::triggered, this, [this, name = color.name] {
                const std::set<std::string> frames = m_document.selection().annotations().frames;
                m_document.editGraph(tr("Color frame"), [&](Graph& graph) { colorFrames(graph, frames, name); });
            });
        }
    }
    menu.addSeparator();
    connect(addEntry(menu, u"canvasMenuCut"_s, tr("Cut"), QKeySequence::Cut), &QAction::triggered, this, &Canvas::cut);
    connect(addEntry(menu, u"canvasMenuCopy"_s, tr("Copy"), QKeySequence::Copy, u"copy"_s), &QAction::triggered, this,
            &Canvas::copy);
    connect(addEntry(menu, u"canvasMenuDuplicate"_s, tr("Duplicate"), Qt::CTRL | Qt::Key_D), &QAction::triggered, this,
            &Canvas::duplicate);
    connect(addEntry(menu, u"canvasMenuDelete"_s, selected.frames.empty() ? tr("Delete") : tr("Delete, but keep the layers"),
                     Qt::Key_Delete, u"trash"_s),
            &QAction::triggered, this, &Canvas::deleteSelection);
}

} // namespace netsmith::gui
