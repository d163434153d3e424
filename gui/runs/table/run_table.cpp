#include "gui/runs/table/run_table.h"

#include "gui/widgets/engine_text.h"
#include "gui/widgets/theme.h"

#include <QActionGroup>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>
#include <unordered_set>
#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

/// What users look for first, in this order; settings that differ come after the best value.
constexpr QLatin1StringView usualColumns("shown colour name state best seconds epochs_done samples_per_s memory started tag notes");
constexpr std::string_view settingsAfter = "best";

constexpr int rowsMeasured = 100; ///< to find the width of a column
constexpr int pictureWidth = 36; ///< of an icon-only column
constexpr int cellMargin = 12; ///< of cells whose size Qt does not compute
constexpr int mostWidth = 260; ///< of a column that the user has not resized

/// The prefix of a setting's column id that stands for the user's choice.
bool isWish(QChar c)
{
    return c == u'?' || c == u'!';
}

/// Gives a cell's editor an accessible description.
class CellDelegate : public QStyledItemDelegate {
public:
    CellDelegate(const RunTableModel& model, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_model(model)
    {
    }

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QWidget* editor = QStyledItemDelegate::createEditor(parent, option, index);
        editor->setAccessibleName(m_model.titleOf(index.column()));
        return editor;
    }

private:
    const RunTableModel& m_model;
};

} // namespace

RunTable::RunTable(RunTableModel& model, QWidget* parent)
    : QTreeView(parent)
    , m_model(model)
{
    setObjectName(u"runsTree"_s);
    setModel(&model);
    setItemDelegate(new CellDelegate(model, this));
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers); // a double click shows the curves
    setContextMenuPolicy(Qt::ActionsContextMenu);
    setTextElideMode(Qt::ElideRight);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(QHeaderView::Interactive);
    header()->setSectionsMovable(true);
    header()->setFirstSectionMovable(true);
    header()->setResizeContentsPrecision(rowsMeasured);
    header()->setMinimumSectionSize(Theme::instance().scaled(pictureWidth));
    header()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header(), &QWidget::customContextMenuRequested, this, [this](const QPoint& place) {
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        fillColumnsMenu(*menu);
        menu->popup(header()->mapToGlobal(place));
    });
    connect(&model, &QAbstractItemModel::modelAboutToBeReset, this, &RunTable::remember);
    connect(&model, &QAbstractItemModel::modelReset, this, &RunTable::restore);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_fitted = m_fitted && m_textPercent == Theme::instance().textPercent();
        fitOnce();
    });
    setArrangement({});
    setSortingEnabled(true);
}

QString RunTable::arrangement() const
{
    QStringList words{(m_model.sortOrder() == Qt::DescendingOrder ? u"-"_s : QString())
                      + fromStd(m_model.idOf(m_model.sortColumn()))};
    for (const int column : shownColumns())
        words << (m_model.isSetting(column) && m_model.differs(column) ? u"?"_s : QString()) + fromStd(m_model.idOf(column));
    for (int column = 0; column < header()->count(); ++column)
        if (isColumnHidden(column) && m_model.isSetting(column) && m_model.differs(column))
            words << u'!' + fromStd(m_model.idOf(column));
    for (const QString& word : m_columns) { // of settings that are now the same in all runs
        const int column = m_model.findColumn((isWish(word.front()) ? word.sliced(1) : word).toStdString());
        if (column < 0 || (word.front() == u'!' && !m_model.differs(column)))
            words << word;
    }
    return words.join(u' ');
}

std::vector<int> RunTable::shownColumns() const
{
    std::vector<int> columns;
    for (int place = 0; place < header()->count(); ++place)
        if (const int column = header()->logicalIndex(place); !isColumnHidden(column))
            columns.push_back(column);
    return columns;
}

void RunTable::setArrangement(const QString& text)
{
    QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    QString by = words.isEmpty() ? u"-best"_s : words.takeFirst();
    const Qt::SortOrder order = by.startsWith(u'-') ? Qt::DescendingOrder : Qt::AscendingOrder;
    if (order == Qt::DescendingOrder)
        by.remove(0, 1);
    arrangeColumns(words.isEmpty() ? QString(usualColumns).split(u' ') : words);
    const int column = m_model.findColumn(by.toStdString());
    header()->setSortIndicator(column >= 0 ? column : RunTableModel::columnOf("best"), order);
    fitColumns();
}

QStringList RunTable::differing() const
{
    QStringList settings, recorded;
    for (int column = 0; column < m_model.columnCount(); ++column)
        if (m_model.isSetting(column) && m_model.differs(column)) {
            const QString id = fromStd(m_model.idOf(column));
            (id.contains(u'.') ? settings : recorded) << id;
        }
    return settings + recorded; // the project's settings are more informative than facts in every record
}

void RunTable::arrangeColumns(const QStringList& words)
{
    m_differing = differing();
    QStringList shown, told;
    for (const QString& word : words) {
        const QString id = isWish(word.front()) ? word.sliced(1) : word;
        told << id;
        if (word.front() != u'!' && (word.front() != u'?' || m_differing.contains(id)))
            shown << id;
    }
    qsizetype place = shown.indexOf(QLatin1StringView(settingsAfter)) + 1;
    for (const QString& id : std::as_const(m_differing))
        if (!told.contains(id))
            shown.insert(place > 0 ? place++ : shown.size(), id);
    m_columns = words;
    for (int column = 0; column < header()->count(); ++column)
        setColumnHidden(column, true);
    int at = 0;
    for (const QString& id : std::as_const(shown))
        if (const int column = m_model.findColumn(id.toStdString()); column >= 0 && isColumnHidden(column)) {
            setColumnHidden(column, false);
            header()->moveSection(header()->visualIndex(column), at++);
        }
    setColumnHidden(RunTableModel::columnOf("name"), false);
}

void RunTable::showColumn(int column, bool shown)
{
    setColumnHidden(column, !shown);
    if (shown)
        fitColumn(column);
}

void RunTable::fillColumnsMenu(QMenu& menu)
{
    qDeleteAll(menu.findChildren<QMenu*>(Qt::FindDirectChildrenOnly));
    menu.clear();
    QMenu* sorting = menu.addMenu(tr("Sort by"));
    auto* group = new QActionGroup(sorting);
    const auto sortAction = [&](const QString& text, int column, Qt::SortOrder order, bool checked) {
        QAction* action = sorting->addAction(text);
        action->setCheckable(true);
        action->setChecked(checked);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, column, order] { header()->setSortIndicator(column, order); });
    };
    for (const int column : shownColumns())
        if (column != RunTableModel::colourColumn)
            sortAction(m_model.titleOf(column), column, m_model.sortOrder(), column == m_model.sortColumn());
    sorting->addSeparator();
    const bool byBest = m_model.sortColumn() == RunTableModel::columnOf("best");
    QAction* descending = sorting->addAction(byBest ? tr("Best first") : tr("Largest first"));
    descending->setCheckable(true);
    descending->setChecked(m_model.sortOrder() == Qt::DescendingOrder);
    connect(descending, &QAction::triggered, this,
            [this](bool on) { header()->setSortIndicator(m_model.sortColumn(), on ? Qt::DescendingOrder : Qt::AscendingOrder); });
    menu.addSeparator();
    for (int column = 0; column < header()->count(); ++column) {
        if (m_model.idOf(column).empty())
            continue;
        QAction* action = menu.addAction(m_model.titleOf(column));
        action->setObjectName(u"column_"_s + fromStd(m_model.idOf(column)));
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        action->setEnabled(column != RunTableModel::columnOf("name")); // without it runs can't be told apart
        connect(action, &QAction::toggled, this, [this, column](bool on) { showColumn(column, on); });
    }
    menu.addSeparator();
    connect(menu.addAction(tr("Reset to default")), &QAction::triggered, this, [this] { setArrangement({}); });
}

void RunTable::fitColumn(int column)
{
    const Theme& theme = Theme::instance();
    if (column >= RunTableModel::firstFact)
        resizeColumnToContents(column);
    if (m_folds && column == RunTableModel::columnOf("best")) // may still be empty
        setColumnWidth(column,
                       std::max(columnWidth(column),
                                QFontMetrics(theme.font(TextRole::number)).horizontalAdvance(u"100.0 % ± 10.0 %"_s)
                                    + theme.scaled(2 * cellMargin)));
    setColumnWidth(column,
                   column < RunTableModel::firstFact ? theme.scaled(pictureWidth)
                                                     : std::min(columnWidth(column), theme.scaled(mostWidth)));
}

bool RunTable::hasFolds() const
{
    return std::ranges::any_of(m_model.runs(), [](const runs::RunSummary& run) { return run.folds > 0; });
}

void RunTable::fitOnce()
{
    if (!m_fitted)
        fitColumns();
}

void RunTable::fitColumns()
{
    header()->setMinimumSectionSize(Theme::instance().scaled(pictureWidth));
    for (int column = 0; column < header()->count(); ++column)
        if (!isColumnHidden(column))
            fitColumn(column);
    m_fitted = m_model.rowCount() > 0;
    m_textPercent = Theme::instance().textPercent();
}

void RunTable::remember()
{
    m_columns = arrangement().split(u' ', Qt::SkipEmptyParts).sliced(1);
    m_chosen = chosen();
    m_current = current();
    m_currentRow = currentIndex().row();
    m_sight = {horizontalScrollBar()->value(), verticalScrollBar()->value()};
}

void RunTable::restore()
{
    std::unordered_set<std::string_view> chosen;
    for (const std::filesystem::path& run : m_chosen)
        chosen.insert(run.native());
    // A range of rows, not single rows: Qt takes seconds for thousands of ranges.
    QItemSelection rows;
    int first = -1;
    const auto close = [&](int row) {
        if (first >= 0)
            rows.select(m_model.index(first, 0), m_model.index(row - 1, m_model.columnCount() - 1));
        first = -1;
    };
    QModelIndex now;
    for (int row = 0; row < m_model.rowCount() && !(chosen.empty() && m_current.empty()); ++row) {
        bool any = false;
        for (const runs::RunSummary* run : m_model.runsAt(row)) {
            any |= chosen.contains(run->folder.native());
            if (run->folder.native() == m_current.native())
                now = m_model.index(row, RunTableModel::columnOf("name"));
        }
        if (any && first < 0)
            first = row;
        else if (!any)
            close(row);
    }
    close(m_model.rowCount());
    if (!now.isValid() && m_currentRow >= 0 && m_model.rowCount() > 0) // it was removed: keyboard navigation continues at its place
        now = m_model.index(std::min(m_currentRow, m_model.rowCount() - 1), RunTableModel::columnOf("name"));
    {
        // Everything is repainted anyway, and the current row did not move: the scroll position stays.
        const QSignalBlocker quiet(selectionModel());
        if (now.isValid())
            selectionModel()->setCurrentIndex(now, QItemSelectionModel::NoUpdate);
        selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
    }
    if (differing() != m_differing) {
        arrangeColumns(m_columns);
        m_fitted = false;
    }
    if (const bool folds = hasFolds(); folds != std::exchange(m_folds, folds))
        m_fitted = m_fitted && !folds;
    if (header()->sortIndicatorSection() != m_model.sortColumn())
        header()->setSortIndicator(m_model.sortColumn(), m_model.sortOrder());
    fitOnce();
    executeDelayedItemsLayout();
    horizontalScrollBar()->setValue(m_sight.x());
    verticalScrollBar()->setValue(m_sight.y());
    Q_EMIT choiceChanged();
}

std::vector<int> RunTable::chosenRows() const
{
    std::vector<int> rows;
    for (const QItemSelectionRange& range : selectionModel()->selection())
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows.push_back(row);
    std::ranges::sort(rows);
    rows.erase(std::ranges::unique(rows).begin(), rows.end());
    return rows;
}

std::vector<std::filesystem::path> RunTable::chosen() const
{
    std::vector<std::filesystem::path> runs;
    for (const int row : chosenRows())
        for (const runs::RunSummary* run : m_model.runsAt(row))
            runs.push_back(run->folder);
    return runs;
}

std::filesystem::path RunTable::current() const
{
    const auto runs = m_model.runsAt(currentIndex().row());
    return runs.empty() ? std::filesystem::path() : runs.front()->folder;
}

void RunTable::setCurrent(const std::filesystem::path& run)
{
    for (int row = 0; row < m_model.rowCount(); ++row)
        for (const runs::RunSummary* there : m_model.runsAt(row))
            if (there->folder == run) {
                setCurrentIndex(m_model.index(row, RunTableModel::columnOf("name")));
                return;
            }
}

void RunTable::editFact(std::string_view id)
{
    const int column = RunTableModel::columnOf(id);
    const std::vector<int> rows = chosenRows(); // the current row need not be one of them
    if (rows.size() != 1)
        return;
    if (isColumnHidden(column))
        showColumn(column, true);
    const QModelIndex index = m_model.index(rows.front(), column);
    setCurrentIndex(index);
    scrollTo(index);
    edit(index);
}

void RunTable::toggleEyes(const std::vector<std::filesystem::path>& runs)
{
    if (runs.empty())
        return;
    const bool all = std::ranges::all_of(runs, [this](const auto& run) { return m_model.isShown(run); });
    Q_EMIT eyeToggled(runs, !all);
}

void RunTable::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier && !isEditing())
        toggleEyes(chosen());
    else
        QTreeView::keyPressEvent(event);
}

/// The eye acts as a button: a click on it keeps the selection.
void RunTable::mousePressEvent(QMouseEvent* event)
{
    const QModelIndex index = indexAt(event->position().toPoint());
    if (event->button() != Qt::LeftButton || !index.isValid() || index.column() != RunTableModel::shownColumn) {
        QTreeView::mousePressEvent(event);
        return;
    }
    std::vector<std::filesystem::path> runs;
    for (const runs::RunSummary* run : m_model.runsAt(index.row()))
        runs.push_back(run->folder);
    toggleEyes(runs);
}

void RunTable::mouseReleaseEvent(QMouseEvent* event)
{
    const QModelIndex index = indexAt(event->position().toPoint());
    if (!index.isValid() || index.column() != RunTableModel::shownColumn)
        QTreeView::mouseReleaseEvent(event);
}

void RunTable::mouseDoubleClickEvent(QMouseEvent* event)
{
    const QModelIndex index = indexAt(event->position().toPoint());
    if (index.isValid() && index.column() == RunTableModel::shownColumn)
        mousePressEvent(event);
    else
        QTreeView::mouseDoubleClickEvent(event);
}

void RunTable::closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint)
{
    QTreeView::closeEditor(editor, hint);
    Q_EMIT editingEnded();
}

void RunTable::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    QTreeView::selectionChanged(selected, deselected);
    Q_EMIT choiceChanged();
}

void RunTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTreeView::currentChanged(current, previous);
    Q_EMIT choiceChanged();
}

} // namespace netsmith::gui
