#pragma once

#include "gui/runs/table/run_table_model.h"

#include <QTreeView>

class QMenu;

namespace netsmith::gui {

/// The view of the run table: the user chooses the columns and the sort order, in the header or in a menu for the keyboard. A
/// selected run stays selected wherever it moves.
class RunTable : public QTreeView {
    Q_OBJECT

public:
    explicit RunTable(RunTableModel& model, QWidget* parent = nullptr);

    /// The visible columns and the sort order, "-best shown colour name ?batch …": first the sort column, with a minus if the
    /// greatest, or the best, comes first, then the visible columns in order. A setting has a column if runs differ in it
    /// ("?batch") unless the user chose otherwise: always ("batch") or never ("!batch"). Unknown columns are ignored.
    QString arrangement() const;
    void setArrangement(const QString& text);

    std::vector<int> shownColumns() const; ///< from left to right
    std::vector<int> chosenRows() const; ///< from top to bottom
    /// Fills a menu with the columns to show and to sort by.
    void fillColumnsMenu(QMenu& menu);

    std::vector<std::filesystem::path> chosen() const; ///< the runs of the selected rows, from top to bottom
    std::filesystem::path current() const; ///< empty: none
    void setCurrent(const std::filesystem::path& run);
    /// Fits each column's width to its content.
    void fitColumns();
    /// Starts editing a column of the only selected run; shows the column if it is hidden.
    void editFact(std::string_view id);
    bool isEditing() const { return state() == EditingState; }

Q_SIGNALS:
    /// The eye of the selected rows was turned on or off.
    void eyeToggled(const std::vector<std::filesystem::path>& runs, bool shown);
    void choiceChanged();
    void editingEnded();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void remember();
    void restore();
    /// The columns and their order; see `arrangement`.
    void arrangeColumns(const QStringList& words);
    /// The settings that have a column by default.
    QStringList differing() const;
    void fitColumn(int column);
    /// Some runs are cross-validations, which have a mean and a deviation of their best values.
    bool hasFolds() const;
    /// Fits the columns, unless it has been done at this text size.
    void fitOnce();
    void showColumn(int column, bool shown);
    void toggleEyes(const std::vector<std::filesystem::path>& runs);

    RunTableModel& m_model;
    std::vector<std::filesystem::path> m_chosen; ///< while the model is reset
    std::filesystem::path m_current;
    int m_currentRow = -1;
    QStringList m_columns; ///< likewise, in the format of `arrangement`
    QStringList m_differing; ///< when the columns were arranged
    bool m_folds = false; ///< likewise
    QPoint m_sight; ///< scroll position
    bool m_fitted = false; ///< the columns fit their content, at `m_textPercent`
    int m_textPercent = 0;
};

} // namespace netsmith::gui
