#include "gui/runs/table/run_table_model.h"

#include "engine/losses/measured_quantity.h"
#include "gui/runs/table/run_cell_text.h"
#include "gui/training/training_words.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/theme.h"

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

/// The engine's columns, starting with its first; the folder is shown in the name's tooltip.
const std::vector<runs::RunColumn>& facts()
{
    static const std::vector<runs::RunColumn> columns = [] {
        std::vector<runs::RunColumn> all = runs::runColumns();
        std::erase_if(all, [](const runs::RunColumn& column) { return column.id == "folder"; });
        return all;
    }();
    return columns;
}

/// Columns for settings that differ: a fixed number, so that the view keeps the places and widths of its columns.
constexpr int settingColumnCount = 24;

bool isFigure(const RunTableModel& model, int column)
{
    if (column < RunTableModel::firstFact)
        return false;
    const runs::RunColumn& fact = model.factOf(column);
    return fact.number || fact.id == "started";
}

QVariant alignmentOf(const RunTableModel& model, int column)
{
    return QVariant::fromValue((isFigure(model, column) ? Qt::AlignTrailing : Qt::AlignLeading) | Qt::AlignVCenter);
}

/// Facts entered by the user, which are edited as stored and not as displayed.
bool isEdited(const runs::RunColumn& fact)
{
    return fact.id == "name" || fact.id == "tag";
}

std::string wordsIn(const runs::Cell& cell)
{
    const auto* words = std::get_if<std::string>(&cell);
    return words ? *words : std::string();
}

/// A sort key for the best value: for the same metric, the better one is greater.
runs::Cell goodnessOf(const runs::RunSummary& run, const runs::Cell& best)
{
    const auto* value = std::get_if<double>(&best);
    return value && !measuredQuantity(run.judgedBy).higherIsBetter ? runs::Cell(-*value) : best;
}

bool comesBefore(const runs::Cell& a, const runs::Cell& b, Qt::SortOrder order)
{
    const bool none = std::holds_alternative<std::monostate>(a), noneThere = std::holds_alternative<std::monostate>(b);
    if (none || noneThere) // missing values come last in either order
        return !none && noneThere;
    return order == Qt::DescendingOrder ? b < a : a < b;
}

} // namespace

RunTableModel::RunTableModel(QObject* parent)
    : QAbstractTableModel(parent)
    , m_differs(static_cast<std::size_t>(firstFact) + facts().size() + settingColumnCount)
    , m_sortColumn(columnOf("best"))
{
}

int RunTableModel::columnOf(std::string_view id)
{
    const auto found = std::ranges::find(facts(), id, &runs::RunColumn::id);
    Q_ASSERT(found != facts().end());
    return firstFact + static_cast<int>(found - facts().begin());
}

int RunTableModel::findColumn(std::string_view id) const
{
    for (int column = 0; !id.empty() && column < columnCount(); ++column)
        if (idOf(column) == id)
            return column;
    return -1;
}

std::string RunTableModel::idOf(int column) const
{
    return column == shownColumn ? "shown" : column == colourColumn ? "colour" : factOf(column).id;
}

const runs::RunColumn& RunTableModel::factOf(int column) const
{
    static const runs::RunColumn none{
        .id = {}, .title = {}, .number = false, .setting = true, .unit = runs::Unit::none, .value = [](const auto&) {
            return runs::Cell();
        }};
    const auto place = static_cast<std::size_t>(column - firstFact);
    if (place < facts().size())
        return facts()[place];
    const std::size_t setting = place - facts().size();
    return setting < m_settings.size() ? m_settings[setting] : none;
}

QString RunTableModel::titleOf(int column) const
{
    if (column == shownColumn || column == colourColumn)
        return column == shownColumn ? tr("In the plots") : tr("Color");
    const runs::RunColumn& fact = factOf(column);
    const bool twice = std::ranges::count(m_settings, fact.title, &runs::RunColumn::title) > 1;
    return twice ? settingTitleText(fact.id, true) : engineText(fact.title);
}

bool RunTableModel::isSetting(int column) const
{
    return column >= firstFact && (factOf(column).setting || factOf(column).id == "seed");
}

void RunTableModel::lookAtSettings()
{
    const std::string sortedBy = idOf(m_sortColumn);
    m_settings = runs::settingColumns(m_runs);
    if (m_settings.size() > settingColumnCount)
        m_settings.resize(settingColumnCount);
    std::ranges::fill(m_differs, 0);
    for (int column = firstFact; column < columnCount(); ++column) {
        const auto place = static_cast<std::size_t>(column - firstFact);
        if (place >= facts().size()) {
            m_differs[static_cast<std::size_t>(column)] = place - facts().size() < m_settings.size();
            continue;
        }
        if (!isSetting(column))
            continue;
        std::optional<runs::Cell> first;
        for (const runs::RunSummary& run : m_runs) {
            if (!run.readable)
                continue;
            const runs::Cell cell = factOf(column).value(run);
            if (!first)
                first = cell;
            if (cell != *first) {
                m_differs[static_cast<std::size_t>(column)] = 1;
                break;
            }
        }
    }
    if (idOf(m_sortColumn) != sortedBy) { // the column shows another setting now
        const int column = findColumn(sortedBy);
        m_sortColumn = column >= 0 ? column : columnOf("best");
    }
}

QString RunTableModel::countTitle()
{
    return tr("Runs");
}

void RunTableModel::noteLive(runs::RunSummary& run) const
{
    run.active = run.active || (!m_live.empty() && run.folder == m_live);
}

void RunTableModel::setRuns(std::vector<runs::RunSummary> runs, RunChoice choice)
{
    arrange([&] {
        m_runs = std::move(runs);
        m_choice = std::move(choice);
        std::ranges::for_each(m_runs, [this](runs::RunSummary& run) { noteLive(run); });
        lookAtSettings();
    });
}

void RunTableModel::setChoice(RunChoice choice)
{
    arrange([&] { m_choice = std::move(choice); });
}

void RunTableModel::setGrouped(bool grouped)
{
    arrange([&] { m_grouped = grouped; });
}

void RunTableModel::setLive(const std::filesystem::path& run)
{
    if (run == m_live)
        return;
    const auto note = [&] {
        for (runs::RunSummary& summary : m_runs)
            if (summary.folder == m_live)
                summary.active = false; // the next reading tells whether another program trains it
        m_live = run;
        std::ranges::for_each(m_runs, [this](runs::RunSummary& summary) { noteLive(summary); });
    };
    if (m_grouped) {
        arrange(note);
        return;
    }
    note(); // the rows stay, and so does an open editor
    noteAllChanged();
}

void RunTableModel::setColours(Colours colours)
{
    if (colours == m_colours)
        return;
    m_colours = std::move(colours);
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, shownColumn), index(rowCount() - 1, colourColumn));
}

void RunTableModel::retranslate()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    noteAllChanged();
}

void RunTableModel::noteAllChanged()
{
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

runs::Cell RunTableModel::keyOf(const runs::RunGroup& group) const
{
    if (m_sortColumn < firstFact)
        return runs::Cell(isShown(group.runs.front()->folder) ? 1.0 : 0.0);
    const runs::RunColumn& column = factOf(m_sortColumn);
    const runs::RunSummary& first = *group.runs.front();
    runs::Cell key;
    if (group.runs.size() == 1 || !column.number)
        key = column.value(first);
    else if (const runs::Spread spread = runs::spreadOf(group, column); spread.count > 0)
        key = spread.mean;
    return column.id == "best" ? goodnessOf(first, key) : key;
}

void RunTableModel::arrange(const std::function<void()>& change)
{
    beginResetModel(); // the view asks for the selection, which depends on the old rows
    change();
    std::vector<char> chosen(m_runs.size());
    std::ranges::transform(m_runs, chosen.begin(), [this](const auto& run) { return m_choice.isEmpty() || m_choice.matches(run); });
    m_chosenCount = static_cast<int>(std::ranges::count(chosen, 1));
    m_groups.clear();
    if (m_grouped)
        m_groups = runs::groupRuns(m_runs);
    for (runs::RunGroup& group : m_groups)
        std::erase_if(group.runs, [&](const auto* run) { return !chosen[static_cast<std::size_t>(run - m_runs.data())]; });
    std::erase_if(m_groups, [](const runs::RunGroup& group) { return group.runs.empty(); });
    for (std::size_t i = 0; i < m_runs.size(); ++i)
        if (chosen[i] && !(m_grouped && m_runs[i].readable)) // a run that can't be read has no known repeats
            m_groups.push_back({{&m_runs[i]}});
    m_rows.resize(m_groups.size());
    std::iota(m_rows.begin(), m_rows.end(), std::size_t{0});
    if (m_sortOrder == Qt::DescendingOrder) // so that of two started in the same second the later one comes first
        std::ranges::reverse(m_rows);
    std::vector<runs::Cell> keys;
    keys.reserve(m_groups.size());
    std::ranges::transform(m_groups, std::back_inserter(keys), [this](const runs::RunGroup& group) { return keyOf(group); });
    std::ranges::stable_sort(m_rows, [&](std::size_t a, std::size_t b) { return comesBefore(keys[a], keys[b], m_sortOrder); });
    if (idOf(m_sortColumn) == "best") { // different metrics are not compared: the most frequent one comes first
        std::map<std::string_view, int> judged;
        const auto judgeOf = [&](std::size_t row) { return std::string_view(m_groups[row].runs.front()->judgedBy); };
        for (const std::size_t row : m_rows)
            judged[std::holds_alternative<std::monostate>(keys[row]) ? std::string_view() : judgeOf(row)] += 1;
        judged[{}] = 0; // missing values come last
        std::ranges::stable_sort(m_rows, [&](std::size_t a, std::size_t b) {
            const auto placeOf = [&](std::size_t row) {
                const std::string_view by = std::holds_alternative<std::monostate>(keys[row]) ? std::string_view() : judgeOf(row);
                return std::pair(-judged[by], by);
            };
            return placeOf(a) < placeOf(b);
        });
    }
    endResetModel();
}

void RunTableModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= columnCount() || (column == m_sortColumn && order == m_sortOrder))
        return;
    arrange([&] {
        m_sortColumn = column;
        m_sortOrder = order;
    });
}

std::span<const runs::RunSummary* const> RunTableModel::runsAt(int row) const
{
    if (row < 0 || row >= rowCount())
        return {};
    return m_groups[m_rows[static_cast<std::size_t>(row)]].runs;
}

const runs::RunSummary* RunTableModel::find(const std::filesystem::path& run) const
{
    const auto found = std::ranges::find(m_runs, run.native(), // as text, much faster than comparing paths
                                         [](const runs::RunSummary& known) -> const std::string& { return known.folder.native(); });
    return found == m_runs.end() ? nullptr : &*found;
}

int RunTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RunTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_differs.size());
}

QString RunTableModel::textAt(int row, int column) const
{
    return groupCellText(m_groups[m_rows[static_cast<std::size_t>(row)]], factOf(column));
}

QVariant RunTableModel::shownAt(int row, int column, int role) const
{
    const auto runs = runsAt(row);
    const auto shown = std::ranges::find_if(runs, [this](const runs::RunSummary* run) { return isShown(run->folder); });
    const bool any = shown != runs.end();
    switch (role) {
    case Qt::DecorationRole:
        if (column == shownColumn)
            return icon(any ? u"eye"_s : u"eye-off"_s, any ? Token::text : Token::textMuted);
        return any ? QVariant(m_colours.at((*shown)->folder)) : QVariant();
    case Qt::AccessibleTextRole:
    case Qt::ToolTipRole:
        return column == colourColumn ? QVariant() : any ? tr("Shown in the plots") : tr("Not shown in the plots");
    default: return {};
    }
}

QVariant RunTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const int column = index.column();
    if (column < firstFact)
        return shownAt(index.row(), column, role);
    const runs::RunColumn& fact = factOf(column);
    const runs::RunSummary& run = *runsAt(index.row()).front();
    switch (role) {
    case Qt::DisplayRole: return textAt(index.row(), column);
    case Qt::EditRole: return isEdited(fact) ? fromStd(wordsIn(fact.value(run))) : textAt(index.row(), column);
    case Qt::ToolTipRole: return m_grouped ? QString() : runCellTip(run, fact);
    case Qt::DecorationRole:
        if (fact.id == "state") {
            const RunStateLook look = stateLookOf(run);
            return icon(look.icon, look.token);
        }
        return {};
    case Qt::FontRole: return isFigure(*this, column) ? QVariant(Theme::instance().font(TextRole::number)) : QVariant();
    case Qt::TextAlignmentRole: return alignmentOf(*this, column);
    default: return {};
    }
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    switch (role) {
    case Qt::DisplayRole: return section < firstFact ? QString() : titleOf(section);
    case Qt::DecorationRole: return section == shownColumn ? QVariant(icon(u"eye"_s, Token::textSecondary)) : QVariant();
    case Qt::AccessibleTextRole: return titleOf(section);
    case Qt::ToolTipRole: return idOf(section) == "best" ? tr("The monitored quantity in the run's best epoch") : titleOf(section);
    case Qt::TextAlignmentRole: return alignmentOf(*this, section);
    default: return {};
    }
}

Qt::ItemFlags RunTableModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index) | Qt::ItemNeverHasChildren;
    if (m_grouped || !index.isValid() || index.column() < firstFact || !runsAt(index.row()).front()->readable)
        return flags;
    return isEdited(factOf(index.column())) ? flags | Qt::ItemIsEditable : flags;
}

bool RunTableModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !flags(index).testFlag(Qt::ItemIsEditable))
        return false;
    if (value.toString().trimmed() == data(index, Qt::EditRole).toString())
        return false;
    const std::filesystem::path run = runsAt(index.row()).front()->folder;
    const QString text = value.toString().trimmed();
    if (factOf(index.column()).id == "name")
        Q_EMIT renamed(run,
                       text == fromStd(runsAt(index.row()).front()->called) ? QString() : text); // its default name
    else
        Q_EMIT tagged(run, value.toString());
    return true;
}

} // namespace netsmith::gui
