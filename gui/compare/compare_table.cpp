#include "gui/compare/compare_table.h"

#include "gui/progress/memory_classes.h"
#include "gui/runs/table/run_cell_text.h"
#include "gui/training/training_words.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QHeaderView>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QTreeWidgetItemIterator>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

enum CompareColumn {
    nameColumn,
    stateColumn,
    metricColumn,
    stepColumn,
    rateColumn,
    timeColumn,
    othersColumn,
    memoryColumn,
    firstClassColumn
};
constexpr int energyColumn = firstClassColumn + static_cast<int>(memoryClasses.size());
constexpr int compareColumns = energyColumn + 1;
constexpr int trainingRole = Qt::UserRole;
constexpr int mostRows = 12; ///< the most rows that it requests room for

/// The memory class that the column shows, if any.
const MemoryClass* memoryClassOf(int column)
{
    const int index = column - firstClassColumn;
    return index >= 0 && column < energyColumn ? &memoryClasses[static_cast<std::size_t>(index)] : nullptr;
}

/// Empty if unknown.
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
    case othersColumn: return result.others ? percentText(*result.others, 0) : QString();
    case memoryColumn: return bytes(result.memory.total());
    case energyColumn: return result.joules ? energyText(*result.joules) : QString();
    default: return {};
    }
}

void setFigure(QTreeWidgetItem& item, int column, const QString& text)
{
    item.setText(column, text);
    item.setFont(column, Theme::instance().font(TextRole::number));
    item.setTextAlignment(column, Qt::AlignTrailing | Qt::AlignVCenter);
}

/// The figures of its trainings together: mean and deviation of the metric that they are judged by, and mean speed.
void showGroup(QTreeWidgetItem& item, const runs::SettingResult* result)
{
    for (int column = metricColumn; column < compareColumns; ++column)
        setFigure(item, column, {});
    if (!result)
        return;
    if (!result->judgedBy.empty())
        item.setText(metricColumn, spreadText(result->judgedBy, result->metric.mean, result->metric.deviation));
    if (result->stepSeconds)
        item.setText(stepColumn, durationText(*result->stepSeconds));
    if (result->samplesPerSecond)
        item.setText(rateColumn, countText(std::llround(*result->samplesPerSecond)));
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
    connect(this, &QTreeWidget::itemCollapsed, this,
            [this](const QTreeWidgetItem* item) { m_folded.insert(item->text(nameColumn)); });
    connect(this, &QTreeWidget::itemExpanded, this,
            [this](const QTreeWidgetItem* item) { m_folded.erase(item->text(nameColumn)); });
    retranslate();
}

void CompareTable::setGroups(const std::vector<CompareGroup>& groups)
{
    const std::optional<std::size_t> before = chosen();
    const QSignalBlocker quiet(this);
    clear();
    const bool nested = std::ranges::any_of(groups, [](const CompareGroup& group) { return group.rows.size() > 1; });
    setRootIsDecorated(nested);
    QString judgedBy;
    for (const CompareGroup& group : groups) {
        QTreeWidgetItem* parent = nullptr;
        if (nested) {
            parent = new QTreeWidgetItem(this);
            parent->setText(nameColumn, group.name.isEmpty() ? tr("All seeds") : group.name);
            parent->setText(stateColumn, tr("%n run(s)", nullptr, static_cast<int>(group.rows.size())));
            showGroup(*parent, group.result);
        }
        for (const CompareRow& row : group.rows) {
            QTreeWidgetItem* item = addRow(row, parent);
            if (row.result && row.result->metric && judgedBy.isEmpty())
                judgedBy = quantityTitle(row.result->metric->first);
            if (row.training == before)
                setCurrentItem(item);
        }
        if (parent)
            parent->setExpanded(!m_folded.contains(parent->text(nameColumn)));
    }
    headerItem()->setText(metricColumn, judgedBy);
    hideEmptyColumns();
    askForRoom();
}

/// As high as its rows while they are few, so that the page scrolls and not the table inside it.
void CompareTable::askForRoom()
{
    int rows = 0;
    for (QTreeWidgetItemIterator item(this); *item; ++item)
        ++rows;
    const int row = rows > 0 ? sizeHintForRow(0) : 0;
    setMinimumHeight(header()->sizeHint().height() + std::min(rows, mostRows) * row + horizontalScrollBar()->sizeHint().height()
                     + 2 * frameWidth());
}

QTreeWidgetItem* CompareTable::addRow(const CompareRow& row, QTreeWidgetItem* group)
{
    auto* item = group ? new QTreeWidgetItem(group) : new QTreeWidgetItem(this);
    item->setData(nameColumn, trainingRole, QVariant::fromValue(row.training));
    item->setText(nameColumn, row.name);
    item->setText(stateColumn, row.state);
    if (row.colour.isValid())
        item->setData(nameColumn, Qt::DecorationRole, row.colour);
    for (int column = metricColumn; column < compareColumns; ++column)
        setFigure(*item, column, row.result ? figureOf(*row.result, column) : QString());
    if (row.result && row.result->error)
        item->setToolTip(stateColumn, sentenceText(*row.result->error));
    if (row.result)
        item->setToolTip(nameColumn, withoutHome(fromStd(row.result->run.string())));
    return item;
}

void CompareTable::hideEmptyColumns()
{
    std::vector<bool> known(compareColumns, false);
    known[nameColumn] = known[stateColumn] = true;
    for (QTreeWidgetItemIterator item(this); *item; ++item)
        for (int column = metricColumn; column < compareColumns; ++column)
            if (!(*item)->text(column).isEmpty())
                known[static_cast<std::size_t>(column)] = true;
    for (int column = 0; column < compareColumns; ++column)
        setColumnHidden(column, !known[static_cast<std::size_t>(column)]);
}

void CompareTable::setState(std::size_t training, const QString& state)
{
    for (QTreeWidgetItemIterator item(this); *item; ++item)
        if ((*item)->data(nameColumn, trainingRole) == QVariant::fromValue(training))
            (*item)->setText(stateColumn, state);
}

std::optional<std::size_t> CompareTable::chosen() const
{
    const QVariant training = currentItem() ? currentItem()->data(nameColumn, trainingRole) : QVariant();
    return training.isValid() ? std::optional(training.value<std::size_t>()) : std::nullopt;
}

void CompareTable::retranslate()
{
    const auto head = [this](int column, const QString& title, const QString& doc) {
        headerItem()->setText(column, title);
        headerItem()->setToolTip(column, doc);
        if (column >= metricColumn)
            headerItem()->setTextAlignment(column, Qt::AlignTrailing | Qt::AlignVCenter);
    };
    head(nameColumn, tr("Training"), tr("How it differs from the others"));
    head(stateColumn, tr("State"), {});
    head(metricColumn, headerItem()->text(metricColumn), tr("From its best epoch"));
    head(stepColumn, tr("Step"), tr("How long a step takes"));
    head(rateColumn, tr("Samples/s"), tr("During training only, without validation"));
    head(timeColumn, tr("Time"), tr("Of the whole run, including validation"));
    head(othersColumn, tr("Others"), tr("Processor use by other programs during the run"));
    head(memoryColumn, tr("Memory"), tr("Total memory used on its device"));
    for (int column = firstClassColumn; column < energyColumn; ++column)
        head(column, memoryClassTitle(*memoryClassOf(column)), memoryClassDoc(*memoryClassOf(column)));
    head(energyColumn, tr("Energy"), tr("As reported by the device"));
    setAccessibleName(tr("Compared runs"));
}

int CompareTable::sizeHintForColumn(int column) const
{
    const int heading = header()->fontMetrics().horizontalAdvance(headerItem()->text(column)) + Theme::instance().scaled(24);
    return std::max(QTreeWidget::sizeHintForColumn(column), heading);
}

} // namespace netsmith::gui
