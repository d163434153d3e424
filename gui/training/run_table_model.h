#pragma once

#include "engine/runs/run_groups.h"
#include "gui/training/run_choice.h"

#include <QAbstractTableModel>
#include <QColor>

#include <functional>
#include <map>

namespace netsmith::gui {

/// Runs as rows, chosen and sorted, the best first unless a person says otherwise; or, grouped, those that differ in their seeds
/// alone as one row. Texts are made as they are looked at, so that thousands of runs cost no more than those in sight.
class RunTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    /// What stands before the facts that the engine lists.
    enum Column { shownColumn, colourColumn, firstFact };
    using Colours = std::map<std::filesystem::path, QColor>;

    explicit RunTableModel(QObject* parent = nullptr);

    void setRuns(std::vector<runs::RunSummary> runs, RunChoice choice);
    void setRuns(std::vector<runs::RunSummary> runs) { setRuns(std::move(runs), m_choice); }
    const std::vector<runs::RunSummary>& runs() const { return m_runs; }
    void setChoice(RunChoice choice);
    /// Of all runs, those that the choice leaves.
    int chosenCount() const { return m_chosenCount; }
    void setGrouped(bool grouped);
    bool isGrouped() const { return m_grouped; }
    /// The run that trains in this window; empty: none.
    void setLive(const std::filesystem::path& run);
    /// Those in the plots, with their colours there.
    void setColours(Colours colours);
    bool isShown(const std::filesystem::path& run) const { return m_colours.contains(run); }
    void retranslate();

    /// By its id of `runs::runColumns`, which must be one: "best".
    static int columnOf(std::string_view id);
    /// The same also of a setting that is not the same in all runs, "training.optimizer.learning_rate"; -1 where there is none.
    int findColumn(std::string_view id) const;
    /// "shown", "colour", or the fact's id; empty: the column has none, for there are fewer settings that differ.
    std::string idOf(int column) const;
    /// What it says of a run; not of the first two.
    const runs::RunColumn& factOf(int column) const;
    /// What the column is called even where its head has no room for it.
    QString titleOf(int column) const;
    /// Whether it says what was chosen before the run, which is worth a column where runs differ in it.
    bool isSetting(int column) const;
    /// Whether all runs do not have the same setting there.
    bool differs(int column) const { return m_differs[static_cast<std::size_t>(column)]; }
    /// What the number of a group's runs is called where that is a column.
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
    /// Finds out which settings differ.
    void lookAtSettings();
    /// Makes a change, and chooses, groups and sorts again.
    void arrange(const std::function<void()>& change);
    void noteAllChanged();
    void noteLive(runs::RunSummary& run) const;
    QString textAt(int row, int column) const;
    QVariant shownAt(int row, int column, int role) const;
    runs::Cell keyOf(const runs::RunGroup& group) const;

    std::vector<runs::RunSummary> m_runs; ///< in the store's order
    std::vector<runs::RunColumn> m_settings; ///< those without a column of the engine's that differ, at most as many as have room
    std::vector<char> m_differs; ///< by column
    std::vector<runs::RunGroup> m_groups; ///< of the chosen ones; each alone unless they are grouped
    std::vector<std::size_t> m_rows; ///< places in the groups, as they are shown
    RunChoice m_choice;
    int m_chosenCount = 0;
    Colours m_colours;
    std::filesystem::path m_live;
    bool m_grouped = false;
    int m_sortColumn; ///< by what is best, the greatest is the best, whatever is measured
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
};

} // namespace netsmith::gui
