#include "gui/predictions/class_table.h"

#include "gui/data/sample_content.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QHeaderView>
#include <QSignalBlocker>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

enum ClassColumn { nameColumn, samplesColumn, precisionColumn, recallColumn, f1Column, aucColumn, averagePrecisionColumn };
constexpr int classColumns = averagePrecisionColumn + 1;
constexpr int numberRole = Qt::UserRole;

/// Sorted by its numbers.
class ClassItem final : public QTreeWidgetItem {
public:
    using QTreeWidgetItem::QTreeWidgetItem;

    bool operator<(const QTreeWidgetItem& other) const override
    {
        const int column = treeWidget()->sortColumn();
        return data(column, numberRole).toDouble() < other.data(column, numberRole).toDouble();
    }
};

} // namespace

ClassTable::ClassTable(QWidget* parent)
    : QTreeWidget(parent)
{
    setObjectName(u"classTable"_s);
    setColumnCount(classColumns);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setSortingEnabled(true);
    sortByColumn(nameColumn, Qt::AscendingOrder);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    connect(this, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (item)
            Q_EMIT classChosen(chosen());
    });
    retranslate();
}

void ClassTable::show(const inspect::ClassReport& report, const data::FieldSpec& target)
{
    const std::int64_t before = chosen();
    const QSignalBlocker quiet(this); // the selection stays
    setSortingEnabled(false);
    clear();
    for (const inspect::ClassScores& scores : report.classes) {
        auto* item = new ClassItem(this);
        const auto set = [&](int column, const QString& text, double number) {
            item->setText(column, text);
            item->setData(column, numberRole, number);
            if (column == nameColumn)
                return;
            item->setTextAlignment(column, Qt::AlignTrailing | Qt::AlignVCenter);
            item->setFont(column, Theme::instance().font(TextRole::number));
        };
        const auto setShare = [&](int column, const std::optional<double>& share) {
            set(column, share ? percentText(*share) : u"–"_s, share.value_or(-1.0));
        };
        const auto setArea = [&](int column, const std::optional<double>& area) {
            set(column, area ? QLocale().toString(*area, 'f', 4) : u"–"_s, area.value_or(-1.0));
        };
        set(nameColumn, classTitle(target, scores.classNumber), static_cast<double>(scores.classNumber));
        set(samplesColumn, countText(scores.truths), static_cast<double>(scores.truths));
        setShare(precisionColumn, scores.precision);
        setShare(recallColumn, scores.recall);
        setArea(f1Column, scores.f1);
        setArea(aucColumn, scores.auc);
        setArea(averagePrecisionColumn, scores.averagePrecision);
        if (scores.classNumber == before)
            setCurrentItem(item);
    }
    setSortingEnabled(true);
}

std::int64_t ClassTable::chosen() const
{
    return currentItem() ? static_cast<std::int64_t>(currentItem()->data(nameColumn, numberRole).toDouble()) : -1;
}

void ClassTable::retranslate()
{
    setHeaderLabels({tr("Class"), tr("Samples"), tr("Precision"), tr("Recall"), tr("F1"), tr("AUC"), tr("Average precision")});
    headerItem()->setToolTip(precisionColumn, tr("Of the samples that were predicted to be of the class, how many are"));
    headerItem()->setToolTip(recallColumn, tr("Of the samples of the class, how many were predicted to be"));
    headerItem()->setToolTip(f1Column, tr("The harmonic mean of precision and recall"));
    headerItem()->setToolTip(aucColumn,
                             tr("The area under the ROC curve: 1 if every sample of the class has a higher score than "
                                "every other sample, 0.5 for a guess"));
    headerItem()->setToolTip(averagePrecisionColumn, tr("The area under the precision-recall curve"));
    for (int column = samplesColumn; column < classColumns; ++column)
        headerItem()->setTextAlignment(column, Qt::AlignTrailing | Qt::AlignVCenter);
    setAccessibleName(tr("Classes"));
}

int ClassTable::sizeHintForColumn(int column) const
{
    const int heading = header()->fontMetrics().horizontalAdvance(headerItem()->text(column)) + Theme::instance().scaled(18);
    return std::max(QTreeWidget::sizeHintForColumn(column), heading);
}

} // namespace netsmith::gui
