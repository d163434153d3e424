#pragma once

#include "engine/runs/setting_results.h"

#include <QColor>
#include <QTreeWidget>

#include <set>
#include <vector>

namespace netsmith::gui {

/// One of the trainings that are compared, as the table shows it.
struct CompareRow {
    std::size_t training = 0; ///< its place among all
    QString name;
    QString state;
    QColor colour; ///< of its curves; not valid where it has none
    const runs::VariantResult* result = nullptr; ///< null before there is one
};

/// Trainings of one setting, which differ in their seeds alone.
struct CompareGroup {
    QString name;
    std::vector<CompareRow> rows;
    const runs::SettingResult* result = nullptr; ///< null before one of them has ended
};

/// The trainings side by side; where several have one setting, below what they say together. What none of them tells has no column.
class CompareTable : public QTreeWidget {
    Q_OBJECT

public:
    explicit CompareTable(QWidget* parent = nullptr);

    /// The chosen row stays chosen, and what was folded stays so.
    void setGroups(const std::vector<CompareGroup>& groups);
    /// How far one has come.
    void setState(std::size_t training, const QString& state);
    /// The training whose row is chosen; nothing where none is, or a group.
    std::optional<std::size_t> chosen() const;
    void retranslate();

protected:
    /// Its heading included, for which Qt leaves too little room.
    int sizeHintForColumn(int column) const override;

private:
    QTreeWidgetItem* addRow(const CompareRow& row, QTreeWidgetItem* group);
    void hideEmptyColumns();
    void askForRoom();

    std::set<QString> m_folded;
};

} // namespace netsmith::gui
