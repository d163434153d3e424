#include "gui/compare/compare_table.h"

#include "gui/training/memory_classes.h"
#include "gui/training/run_cell_text.h"
#include "gui/training/training_words.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QHeaderView>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

enum CompareColumn { nameColumn, stateColumn, metricColumn, stepColumn, rateColumn, timeColumn, memoryColumn, firstClassColumn };
constexpr int energyColumn = firstClassColumn + static_cast<int>(memoryClasses.size());
constexpr int compareColumns = energyColumn + 1;

/// Which class of memory the column is of, if any.
const MemoryClass* memoryClassOf(int column)
{
    const int index = column - firstClassColumn;
    return index >= 0 && column < energyColumn ? &memoryClasses[static_cast<std::size_t>(index)] : nullptr;
}

/// Empty where it is not known.
QString figureOf(const runs::VariantResult& result, int column)
{
    const auto bytes = [](std::int64_t count) { return count > 0 ? bytesText(count) : QString(); };
    if (const MemoryClass* kind = memoryClassOf(column))
        return bytes(result.memory.*kind->bytes);
    switch (column) {
    case metricColumn: return result.metric ? quantityText(result.metric->first, result.metric->second) : QString();
    case stepColumn: return result.stepSeconds ? durationText(*result.stepSeconds) : QString();
    case rateColumn: return result.samplesPerSecond ? countText(std::llround(*result.samplesPerSecond)) : QString();
    case timeColumn: return result.seconds > 0.0 ? durationText(result.seconds) : QString();
    case memoryColumn: return bytes(result.memory.total());
    case energyColumn: return result.joules ? energyText(*result.joules) : QString();
    default: return {};
    }
}

} // namespace

CompareTable::CompareTable(QWidget* parent)
    : QTreeWidget(parent)
{
    setObjectName(u"compareTable"_s);
    setColumnCount(compareColumns);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    retranslate();
}

void CompareTable::setRows(const std::vector<CompareRow>& rows)
{
    const int chosen = currentItem() ? indexOfTopLevelItem(currentItem()) : -1;
    clear();
    std::vector<bool> known(compareColumns, false);
    known[nameColumn] = known[stateColumn] = true;
    QString judgedBy;
    for (const CompareRow& row : rows) {
        auto* item = new QTreeWidgetItem(this);
        item->setText(nameColumn, row.name);
        item->setText(stateColumn, row.state);
        if (row.colour.isValid())
            item->setData(nameColumn, Qt::DecorationRole, row.colour);
        for (int column = metricColumn; column < compareColumns; ++column) {
            const QString text = row.result ? figureOf(*row.result, column) : QString();
            known[static_cast<std::size_t>(column)] = known[static_cast<std::size_t>(column)] || !text.isEmpty();
            item->setText(column, text);
            item->setFont(column, Theme::instance().font(TextRole::number));
            item->setTextAlignment(column, Qt::AlignTrailing | Qt::AlignVCenter);
        }
        if (!row.result)
            continue;
        if (row.result->metric && judgedBy.isEmpty())
            judgedBy = quantityTitle(row.result->metric->first);
        if (row.result->error)
            item->setToolTip(stateColumn, sentenceText(*row.result->error));
        item->setToolTip(nameColumn, withoutHome(fromStd(row.result->run.string())));
    }
    headerItem()->setText(metricColumn, judgedBy);
    for (int column = 0; column < compareColumns; ++column)
        setColumnHidden(column, !known[static_cast<std::size_t>(column)]);
    if (chosen >= 0 && chosen < topLevelItemCount())
        setCurrentItem(topLevelItem(chosen));
}

void CompareTable::setState(int row, const QString& state)
{
    if (QTreeWidgetItem* item = topLevelItem(row))
        item->setText(stateColumn, state);
}

void CompareTable::retranslate()
{
    const auto head = [this](int column, const QString& title, const QString& doc) {
        headerItem()->setText(column, title);
        headerItem()->setToolTip(column, doc);
        if (column >= metricColumn)
            headerItem()->setTextAlignment(column, Qt::AlignTrailing | Qt::AlignVCenter);
    };
    head(nameColumn, tr("Training"), tr("What sets it apart from the others"));
    head(stateColumn, tr("State"), {});
    head(metricColumn, headerItem()->text(metricColumn), tr("Of its best epoch"));
    head(stepColumn, tr("Step"), tr("How long a step takes"));
    head(rateColumn, tr("Samples/s"), tr("In training alone, without validation"));
    head(timeColumn, tr("Time"), tr("Of the whole training, validation too"));
    head(memoryColumn, tr("Memory"), tr("What it takes on its device, all classes together"));
    for (int column = firstClassColumn; column < energyColumn; ++column)
        head(column, memoryClassTitle(*memoryClassOf(column)), memoryClassDoc(*memoryClassOf(column)));
    head(energyColumn, tr("Energy"), tr("What the device took, as it tells itself"));
    setAccessibleName(tr("Trainings compared"));
}

int CompareTable::sizeHintForColumn(int column) const
{
    const int heading = header()->fontMetrics().horizontalAdvance(headerItem()->text(column)) + Theme::instance().scaled(24);
    return std::max(QTreeWidget::sizeHintForColumn(column), heading);
}

} // namespace netsmith::gui
