#pragma once

#include "gui/training/run_table_model.h"

#include <QTreeView>

class QMenu;

namespace netsmith::gui {

/// The view of the run table: which columns it has and by which it is sorted is the person's choice, by the head or by a menu that
/// the keyboard reaches too. A run that was chosen stays so wherever it comes to stand.
class RunTable : public QTreeView {
    Q_OBJECT

public:
    explicit RunTable(RunTableModel& model, QWidget* parent = nullptr);

    /// Columns that are shown and what it is sorted by, "-best shown colour name ?batch …": the sorting column with a minus first
    /// where the greatest, or the best, comes first, then the shown ones in their order. A setting has a column where runs differ
    /// in it ("?batch") unless a person wants it otherwise: always ("batch") or not ("!batch"). What is not known of it is left
    /// out.
    QString arrangement() const;
    void setArrangement(const QString& text);

    std::vector<int> shownColumns() const; ///< from the left
    std::vector<int> chosenRows() const; ///< from above
    /// Fills a menu with the columns to show and to sort by.
    void fillColumnsMenu(QMenu& menu);

    std::vector<std::filesystem::path> chosen() const; ///< the runs of the selected rows, from above
    std::filesystem::path current() const; ///< empty: none
    void setCurrent(const std::filesystem::path& run);
    /// Gives each column the width of what stands in it.
    void fitColumns();
    /// Begins to change what stands in a column of the run that is chosen alone, shown if it was not.
    void editFact(std::string_view id);
    bool isEditing() const { return state() == EditingState; }

Q_SIGNALS:
    /// The eye of the rows that are chosen was turned on or off.
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
    /// Which columns there are and in which order; see `arrangement`.
    void arrangeColumns(const QStringList& words);
    /// The settings that have a column now unless a person wants it otherwise.
    QStringList differing() const;
    void fitColumn(int column);
    /// Some runs are cross-validations, which have a mean and a deviation for their best.
    bool hasFolds() const;
    /// The same where it was not done at this size of the text.
    void fitOnce();
    void showColumn(int column, bool shown);
    void toggleEyes(const std::vector<std::filesystem::path>& runs);

    RunTableModel& m_model;
    std::vector<std::filesystem::path> m_chosen; ///< while the model is made anew
    std::filesystem::path m_current;
    int m_currentRow = -1;
    QStringList m_columns; ///< likewise, as the arrangement says them
    QStringList m_differing; ///< for which the columns were arranged
    bool m_folds = false; ///< likewise
    QPoint m_sight; ///< how far it is scrolled
    bool m_fitted = false; ///< each column's width to what stands in it, at `m_textPercent`
    int m_textPercent = 0;
};

} // namespace netsmith::gui
