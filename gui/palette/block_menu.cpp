#include "gui/palette/block_menu.h"

#include "engine/graph/blocks/block_inside.h"
#include "gui/document/block_commands.h"
#include "gui/document/document.h"
#include "gui/palette/layer_list.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/icon.h"

#include <QKeyEvent>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

QString withKeys(const QString& text, Qt::Key key)
{
    return text + u'\t' + QKeySequence(key).toString(QKeySequence::NativeText);
}

} // namespace

BlockMenu::BlockMenu(Document& document, LayerList& list)
    : QObject(&list)
    , m_document(document)
    , m_list(list)
    , m_field(new QLineEdit(list.viewport()))
{
    m_field->setObjectName(u"paletteRename"_s);
    m_field->setAccessibleName(tr("Name of the block"));
    m_field->installEventFilter(this);
    m_field->hide();
    connect(&list, &LayerList::menuAsked, this, &BlockMenu::openMenu);
    connect(&list, &LayerList::renameAsked, this, &BlockMenu::rename);
    connect(&list, &LayerList::deleteAsked, this, &BlockMenu::remove);
}

void BlockMenu::openMenu(const QString& layer, const QPoint& global)
{
    const std::string block = blockOfSpec(layer.toStdString());
    if (block.empty())
        return;
    auto* menu = new QMenu(&m_list);
    menu->setObjectName(u"paletteMenu"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    const QString place = placeOfBlock(m_document, block);
    QAction* opening = menu->addAction(icon(u"block"_s, Token::textSecondary), tr("Open block"));
    opening->setObjectName(u"paletteOpenBlock"_s);
    opening->setEnabled(!place.isEmpty());
    connect(opening, &QAction::triggered, this, [this, place] { m_document.open(place.toStdString()); });
    QAction* renaming = menu->addAction(icon(u"pen"_s, Token::textSecondary), withKeys(tr("Rename block"), Qt::Key_F2));
    renaming->setObjectName(u"paletteRenameBlock"_s);
    // Queued: the closing menu would take the focus from the field.
    connect(
        renaming, &QAction::triggered, this, [this, layer] { rename(layer); }, Qt::QueuedConnection);
    const int uses = static_cast<int>(usesOf(m_document.project().graph, block));
    QAction* deleting = menu->addAction(icon(u"trash"_s, Token::textSecondary),
                                        uses > 0 ? tr("Delete block (used in %n place(s))", nullptr, uses)
                                                 : withKeys(tr("Delete block"), Qt::Key_Delete));
    deleting->setObjectName(u"paletteDeleteBlock"_s);
    deleting->setEnabled(uses == 0);
    connect(deleting, &QAction::triggered, this, [this, layer] { remove(layer); });
    menu->popup(global);
}

void BlockMenu::rename(const QString& layer)
{
    const std::string block = blockOfSpec(layer.toStdString());
    if (block.empty() || m_list.isCompact())
        return;
    m_renamed = fromStd(block);
    const QRect row = m_list.rectOf(layer);
    m_field->setAccessibleName(tr("Name of the block"));
    m_field->setText(blockTitle(m_document, block));
    m_field->setGeometry(row.adjusted(32, 0, -6, 0));
    m_field->show();
    m_field->setFocus(Qt::OtherFocusReason);
    m_field->selectAll();
}

void BlockMenu::finishRename(bool accept)
{
    if (m_renamed.isEmpty())
        return;
    const std::string block = std::exchange(m_renamed, {}).toStdString();
    const bool hadFocus = m_field->hasFocus();
    m_field->hide();
    if (hadFocus)
        m_list.setFocus(Qt::OtherFocusReason);
    if (accept)
        renameBlock(m_document, block, m_field->text());
}

void BlockMenu::remove(const QString& layer)
{
    if (const std::string block = blockOfSpec(layer.toStdString()); !block.empty())
        deleteBlock(m_document, block);
}

bool BlockMenu::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_field)
        return QObject::eventFilter(watched, event);
    if (event->type() == QEvent::FocusOut && static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason)
        finishRename(true);
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Escape) {
            finishRename(key != Qt::Key_Escape);
            return true;
        }
    }
    return false;
}

} // namespace netsmith::gui
