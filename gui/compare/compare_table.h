#pragma once

#include "engine/runs/comparison.h"

#include <QColor>
#include <QTreeWidget>

#include <vector>

namespace netsmith::gui {

/// One of the trainings that are compared, as the table shows it.
struct CompareRow {
    QString name;
    QString state;
    QColor colour; ///< of its curves; not valid where it has none
    const runs::VariantResult* result = nullptr; ///< null before there is one
};

/// The trainings side by side. What none of them tells has no column.
class CompareTable : public QTreeWidget {
    Q_OBJECT

public:
    explicit CompareTable(QWidget* parent = nullptr);

    /// The chosen row stays chosen.
    void setRows(const std::vector<CompareRow>& rows);
    /// How far one has come.
    void setState(int row, const QString& state);
    void retranslate();

protected:
    /// Its heading included, for which Qt leaves too little room.
    int sizeHintForColumn(int column) const override;
};

} // namespace netsmith::gui
