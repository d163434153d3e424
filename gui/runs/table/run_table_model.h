#pragma once

#include "engine/runs/table/run_groups.h"
#include "gui/runs/table/run_choice.h"

#include <QAbstractTableModel>
#include <QColor>

#include <functional>
#include <map>

namespace netsmith::gui {

/// Runs as rows, filtered and sorted, by default the best first; or grouped: runs that differ only in their seeds share one row.
/// Texts are made on request, so that thousands of runs cost no more than the visible ones.
class RunTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    /// The columns before the engine's facts.
    enum Column { shownColumn, colourColumn, firstFact };
    using Colours = std::map<std::filesystem::path, QColor>;

    explicit RunTableModel(QObject* parent = nullptr);

    void setRuns(std::vector<runs::RunSummary> runs, RunChoice choice);
    void setRuns(std::vector<runs::RunSummary> runs) { setRuns(std::move(runs), m_choice); }
    const std::vector<runs::RunSummary>& runs() const { return m_runs; }
    void setChoice(RunChoice choice);
    /// The number of runs that pass the filter.
    int chosenCount() const { return m_chosenCount; }
    void setGrouped(bool grouped);
    bool isGrouped() const { return m_grouped; }
    /// The run that is training in this window; empty: none.
    void setLive(const std::filesystem::path& run);
    /// The runs in the plots, with their colours there.
    void setColours(Colours colours);
    bool isShown(const std::filesystem::path& run) const { return m_colours.contains(run); }
    void retranslate();

    /// By its id in `runs::runColumns`, which must exist: "best".
    static int columnOf(std::string_view id);
    /// The same, but also finds a setting in which runs differ, "training.optimizer.learning_rate"; -1 if there is none.
    int findColumn(std::string_view id) const;
    /// "shown", "colour", or the fact's id; empty: an unused column, since fewer settings differ.
    std::string idOf(int column) const;
    /// The column's fact about a run; not for the first two columns.
    const runs::RunColumn& factOf(int column) const;
    /// The column's full title, even if the header has no room for it.
    QString titleOf(int column) const;
    /// Whether it was chosen before the run; such a column is useful if runs differ in it.
    bool isSetting(int column) const;
    /// Whether runs differ in this setting.
    bool differs(int column) const { return m_differs[static_cast<std::size_t>(column)]; }
    /// The title of the number of runs in a group, as a column.
    static QString countTitle();

    /// The runs of a row: one, or those of a group.
    std::span<const runs::RunSummary* const> runsAt(int row) const;
    const runs::RunSummary* find(const std::filesystem::path& run) const;
    int sortColumn() const { return m_sortColumn; }
    Qt::SortOrder sortOrder() const { return m_sortOrder; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    void sort(int column, Qt::SortOrder order) override;

Q_SIGNALS:
    void renamed(const std::filesystem::path& run, const QString& name);
    void tagged(const std::filesystem::path& run, const QString& tags);

private:
    /// Determines the settings in which runs differ.
    void lookAtSettings();
    /// Makes a change, then filters, groups and sorts again.
    void arrange(const std::function<void()>& change);
    void noteAllChanged();
    void noteLive(runs::RunSummary& run) const;
    QString textAt(int row, int column) const;
    QVariant shownAt(int row, int column, int role) const;
    runs::Cell keyOf(const runs::RunGroup& group) const;

    std::vector<runs::RunSummary> m_runs; ///< in the store's order
    std::vector<runs::RunColumn> m_settings; ///< those that differ and are not columns of the engine, as many as fit
    std::vector<char> m_differs; ///< by column
    std::vector<runs::RunGroup> m_groups; ///< of the filtered runs; one run each unless they are grouped
    std::vector<std::size_t> m_rows; ///< indices of the groups, in display order
    RunChoice m_choice;
    int m_chosenCount = 0;
    Colours m_colours;
    std::filesystem::path m_live;
    bool m_grouped = false;
    int m_sortColumn; ///< sorted by the best value, the greatest key is the best, whatever the metric
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
};

} // namespace netsmith::gui
