#pragma once

#include "engine/fields/dataset.h"
#include "engine/inspect/predictions/class_report.h"

#include <QTreeWidget>

namespace netsmith::gui {

/// How well each class is told from the others; sorted by a click on a heading.
class ClassTable : public QTreeWidget {
    Q_OBJECT

public:
    explicit ClassTable(QWidget* parent = nullptr);

    /// `target`: names the classes. The selected class stays selected.
    void show(const inspect::ClassReport& report, const data::FieldSpec& target);
    /// −1 if none is selected.
    std::int64_t chosen() const;
    void retranslate();

Q_SIGNALS:
    void classChosen(std::int64_t classNumber);

protected:
    /// Includes the header, for which Qt leaves too little room.
    int sizeHintForColumn(int column) const override;
};

} // namespace netsmith::gui
