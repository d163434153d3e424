#include "gui/attribution/importance_list.h"

#include "gui/attribution/importance_scale.h"
#include "gui/widgets/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyledItemDelegate>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int shareRole = Qt::UserRole;
constexpr int partRole = Qt::UserRole + 1;
constexpr int barInset = 6;
constexpr int listedHeight = 26; ///< of a row
constexpr int textRoom = 12;
constexpr int widestName = 240;
constexpr int narrowestBar = 80;
enum Column { nameColumn, valueColumn, numberColumn, barColumn, allColumns };

/// Rows of one height, whichever letters they hold, and room beside each text.
class RowDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Theme& theme = Theme::instance();
        return {QStyledItemDelegate::sizeHint(option, index).width() + theme.scaled(textRoom), theme.scaled(listedHeight)};
    }
};

/// A bar from the middle to the right for what speaks for the answer, to the left for what speaks against it.
class BarDelegate final : public RowDelegate {
public:
    using RowDelegate::RowDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        const double share = std::clamp(index.data(shareRole).toDouble(), -1.0, 1.0);
        const QRectF room = QRectF(option.rect).adjusted(barInset, barInset, -barInset, -barInset);
        const double length = std::abs(share) * room.width() / 2.0;
        const double middle = room.center().x();
        painter->fillRect(QRectF(share < 0.0 ? middle - length : middle, room.top(), length, room.height()),
                          ImportanceScale().color(share < 0.0 ? -1.0 : 1.0));
        painter->setPen(Theme::instance().color(Token::controlBorder));
        painter->drawLine(QPointF(middle, option.rect.top()), QPointF(middle, option.rect.bottom()));
    }
};

} // namespace

ImportanceList::ImportanceList(QWidget* parent)
    : QTreeWidget(parent)
{
    setColumnCount(allColumns);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setItemDelegate(new RowDelegate(this));
    setItemDelegateForColumn(barColumn, new BarDelegate(this));
    setAllColumnsShowFocus(true);
    header()->setStretchLastSection(true);
    connect(this, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
        if (item)
            Q_EMIT partChosen(item->data(nameColumn, partRole).toInt());
    });
    connect(&Theme::instance(), &Theme::changed, viewport(), qOverload<>(&QWidget::update));
    retranslate();
}

void ImportanceList::show(const std::vector<Row>& rows, double limit)
{
    const QSignalBlocker quiet(this);
    const QTreeWidgetItem* before = currentItem();
    const int part = before ? before->data(nameColumn, partRole).toInt() : -1;
    clear();
    bool hasValues = false;
    QList<QTreeWidgetItem*> items;
    for (std::size_t i = 0; i < std::min(rows.size(), rowsAtMost); ++i) {
        const Row& row = rows[i];
        auto* item = new QTreeWidgetItem({row.name, row.value, signedText(row.importance), QString()});
        item->setData(nameColumn, partRole, row.part);
        item->setData(barColumn, shareRole, row.importance / std::max(limit, 1e-30));
        item->setTextAlignment(valueColumn, Qt::AlignRight | Qt::AlignVCenter);
        item->setTextAlignment(numberColumn, Qt::AlignRight | Qt::AlignVCenter);
        item->setToolTip(nameColumn, row.name);
        item->setFont(numberColumn, Theme::instance().font(TextRole::number));
        hasValues = hasValues || !row.value.isEmpty();
        items << item;
    }
    addTopLevelItems(items);
    setColumnHidden(valueColumn, !hasValues);
    fitColumns();
    mark(part);
}

/// The bars have what the texts leave; a long name is elided.
void ImportanceList::fitColumns()
{
    const auto wanted = [this](int column) { return std::max(sizeHintForColumn(column), header()->sectionSizeHint(column)); };
    int taken = 0;
    for (const int column : {valueColumn, numberColumn}) {
        setColumnWidth(column, wanted(column));
        taken += isColumnHidden(column) ? 0 : columnWidth(column);
    }
    const Theme& theme = Theme::instance();
    const int left = viewport()->width() - taken - theme.scaled(narrowestBar);
    setColumnWidth(nameColumn,
                   std::clamp(wanted(nameColumn), theme.scaled(narrowestBar), std::max(left, theme.scaled(narrowestBar))));
    if (columnWidth(nameColumn) > theme.scaled(widestName))
        setColumnWidth(nameColumn, theme.scaled(widestName));
}

void ImportanceList::resizeEvent(QResizeEvent* event)
{
    QTreeWidget::resizeEvent(event);
    fitColumns();
}

void ImportanceList::mark(int part)
{
    const QSignalBlocker quiet(this);
    for (int i = 0; i < topLevelItemCount(); ++i)
        if (topLevelItem(i)->data(nameColumn, partRole).toInt() == part) {
            setCurrentItem(topLevelItem(i));
            return;
        }
    setCurrentItem(nullptr);
    clearSelection();
}

void ImportanceList::retranslate()
{
    setHeaderLabels({tr("Part"), tr("Value"), tr("Importance"), QString()});
    headerItem()->setTextAlignment(valueColumn, Qt::AlignRight | Qt::AlignVCenter);
    headerItem()->setTextAlignment(numberColumn, Qt::AlignRight | Qt::AlignVCenter);
    setAccessibleName(tr("Importance of each part"));
}

void ImportanceList::changeEvent(QEvent* event)
{
    QTreeWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace netsmith::gui
