#include "gui/outline/outline_tree.h"

#include "gui/widgets/icon.h"
#include "gui/widgets/theme.h"

#include <QPainter>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

OutlineTree::OutlineTree(QWidget* parent)
    : QTreeView(parent)
{
    setStyleSheet(u"QTreeView, QTreeView:focus { border: none; }"_s); // the focus is shown on the row
    setMouseTracking(true);
    const auto indent = [this] {
        setIndentation(Theme::instance().scaled(18));
        doItemsLayout();
    };
    indent();
    connect(&Theme::instance(), &Theme::changed, this, indent);
}

void OutlineTree::drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = Theme::instance();
    const bool selected = selectionModel()->isSelected(index);
    const bool focused = hasFocus() && index == currentIndex();
    const bool hovered = viewport()->underMouse() && indexAt(viewport()->mapFromGlobal(QCursor::pos())) == index;
    QRect row = option.rect;
    row.setLeft(0);
    row.setRight(viewport()->width() - 1);
    if (selected || focused || hovered) {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(focused ? QPen(theme.color(Token::focusRing)) : QPen(Qt::NoPen));
        painter->setBrush(selected || hovered ? QBrush(theme.color(selected ? Token::accentGround : Token::hover))
                                              : QBrush(Qt::NoBrush));
        painter->drawRoundedRect(QRectF(row).adjusted(4.5, 0.5, -4.5, -0.5), 6, 6);
        painter->restore();
    }
    QStyleOptionViewItem cell = option;
    cell.rect = visualRect(index);
    cell.state.setFlag(QStyle::State_Selected, selected);
    drawBranches(painter, QRect(0, cell.rect.top(), cell.rect.left(), cell.rect.height()), index);
    itemDelegateForIndex(index)->paint(painter, cell, index);
}

void OutlineTree::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const
{
    if (!model()->hasChildren(index))
        return;
    const Theme& theme = Theme::instance();
    const double side = theme.scaled(12);
    const QPointF middle(rect.right() + 1 - indentation() / 2.0 + 2.0, rect.center().y() + 0.5);
    paintIcon(*painter, {middle.x() - side / 2.0, middle.y() - side / 2.0, side, side},
              isExpanded(index) ? u"chevron-down"_s : u"chevron-right"_s, theme.color(Token::textMuted));
}

} // namespace netsmith::gui
