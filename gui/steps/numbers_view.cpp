#include "gui/steps/numbers_view.h"

#include "gui/steps/layer_table.h"
#include "gui/widgets/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int padding = 8;

/// Paints and edits a cell.
class NumberCell final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Theme& theme = Theme::instance();
        const bool isEdited = index.data(LayerTable::editedRole).toBool(), isStrong = index.data(LayerTable::strongRole).toBool();
        if (option.state & QStyle::State_Selected)
            painter->fillRect(option.rect, theme.color(Token::accentGround));
        else if (isEdited)
            painter->fillRect(option.rect, theme.color(Token::carefulGround));
        else if (isStrong)
            painter->fillRect(option.rect, theme.color(Token::control));
        const QString below = index.data(LayerTable::belowRole).toString();
        const QRect room = option.rect.adjusted(padding, 0, -padding, 0);
        QFont font = theme.font(TextRole::number);
        font.setBold(isStrong || isEdited);
        const int upper = QFontMetrics(font).height(),
                  lower = below.isEmpty() ? 0 : QFontMetrics(theme.font(TextRole::numberCaption)).height();
        const int top = room.top() + (room.height() - upper - lower) / 2;
        painter->setFont(font);
        painter->setPen(theme.color(isEdited ? Token::careful : Token::text));
        painter->drawText(QRect(room.left(), top, room.width(), upper), Qt::AlignRight | Qt::AlignVCenter, index.data().toString());
        if (!below.isEmpty()) {
            painter->setFont(theme.font(TextRole::numberCaption));
            painter->setPen(theme.color(Token::textSecondary));
            painter->drawText(QRect(room.left(), top + upper, room.width(), lower), Qt::AlignRight | Qt::AlignVCenter, below);
        }
        if (index.flags() & Qt::ItemIsEditable) { // a dotted line, as below a word that can be changed
            painter->setPen(QPen(theme.color(Token::textMuted), 1, Qt::DotLine));
            const int width = QFontMetrics(font).horizontalAdvance(index.data().toString());
            painter->drawLine(room.right() - width, top + upper - 1, room.right(), top + upper - 1);
        }
        if ((option.state & QStyle::State_HasFocus) && (option.state & QStyle::State_Selected)) {
            painter->setPen(theme.color(Token::focusRing));
            painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
        }
    }

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const override
    {
        auto* field = new QLineEdit(parent);
        field->setObjectName(u"weightField"_s);
        field->setFont(Theme::instance().font(TextRole::number));
        field->setAlignment(Qt::AlignRight);
        field->setAccessibleName(index.model()->headerData(index.row(), Qt::Vertical).toString() + u", "_s
                                 + index.model()->headerData(index.column(), Qt::Horizontal).toString());
        return field;
    }

    void setEditorData(QWidget* editor, const QModelIndex& index) const override
    {
        auto* field = static_cast<QLineEdit*>(editor);
        if (field->text().isEmpty()) { // not again when other numbers come while it is being typed
            field->setText(index.data(Qt::EditRole).toString());
            field->selectAll();
        }
    }

    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override
    {
        model->setData(index, static_cast<QLineEdit*>(editor)->text(), Qt::EditRole);
    }
};

} // namespace

NumbersView::NumbersView(QWidget* parent)
    : QTableView(parent)
{
    setItemDelegate(new NumberCell(this));
    setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setShowGrid(false);
    setWordWrap(false);
    setCornerButtonEnabled(false);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setHighlightSections(false);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    fit({});
}

void NumbersView::fit(const QString& longestBelow)
{
    const Theme& theme = Theme::instance();
    const QFontMetrics number(theme.font(TextRole::number)), caption(theme.font(TextRole::numberCaption));
    verticalHeader()->setDefaultSectionSize(number.height() + (longestBelow.isEmpty() ? 0 : caption.height()) + theme.scaled(6));
    int width = std::max(number.horizontalAdvance(u"−0.000000"_s), caption.horizontalAdvance(longestBelow));
    const int columns = model() ? model()->columnCount() : 0;
    for (const int column : {0, columns - 2, columns - 1})
        if (column >= 0 && column < columns)
            width = std::max(
                width, horizontalHeader()->fontMetrics().horizontalAdvance(model()->headerData(column, Qt::Horizontal).toString()));
    horizontalHeader()->setDefaultSectionSize(width + 2 * padding);
}

/// Enter begins to edit, as F2 does: in a table Qt leaves it to the window.
bool NumbersView::event(QEvent* event)
{
    if (event->type() == QEvent::KeyPress && state() != EditingState) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) && currentIndex().isValid()
            && (currentIndex().flags() & Qt::ItemIsEditable)) {
            edit(currentIndex());
            return true;
        }
    }
    return QTableView::event(event);
}

} // namespace netsmith::gui
