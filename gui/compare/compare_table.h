#pragma once

#include "engine/runs/comparing/setting_results.h"

#include <QColor>
#include <QTreeWidget>

#include <set>
#include <vector>

namespace netsmith::gui {

/// One of the compared trainings, as the table shows it.
struct CompareRow {
    std::size_t training = 0; ///< its index
    QString name;
    QString state;
    QColor colour; ///< of its curves; invalid if it has none
    const runs::VariantResult* result = nullptr; ///< null until there is one
};

/// Trainings of one setting that differ only in their seeds.
struct CompareGroup {
    QString name;
    std::vector<CompareRow> rows;
    const runs::SettingResult* result = nullptr; ///< null until one of them has ended
};

/// The trainings side by side; several of one setting are rows below their combined figures. A column without any values is hidden.
class CompareTable : public QTreeWidget {
    Q_OBJECT

public:
    explicit CompareTable(QWidget* parent = nullptr);

    /// The selected row stays selected, and collapsed groups stay collapsed.
    void setGroups(const std::vector<CompareGroup>& groups);
    /// The progress of one training.
    void setState(std::size_t training, const QString& state);
    /// The training whose row is selected; nothing if none is, or a group.
    std::optional<std::size_t> chosen() const;
    void retranslate();

protected:
    /// Includes the header, for which Qt leaves too little room.
    int sizeHintForColumn(int column) const override;

private:
    QTreeWidgetItem* addRow(const CompareRow& row, QTreeWidgetItem* group);
    void hideEmptyColumns();
    void askForRoom();

    std::set<QString> m_folded;
};

} // namespace netsmith::gui
