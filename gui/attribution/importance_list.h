#pragma once

#include "gui/attribution/importance.h"

#include <QTreeWidget>

namespace netsmith::gui {

/// Parts of a sample, a row each: name, value, importance as a number and as a bar from the middle.
class ImportanceList : public QTreeWidget {
    Q_OBJECT

public:
    static constexpr std::size_t rowsAtMost = 1000;

    explicit ImportanceList(QWidget* parent = nullptr);

    struct Row {
        QString name;
        QString value; ///< of the sample; may be empty
        double importance = 0.0;
        int part = 0; ///< what `partChosen` says
    };
    /// In this order; `limit`: the number with the longest bar.
    void show(const std::vector<Row>& rows, double limit);
    /// Marks the row of a part, without saying so.
    void mark(int part);
    void retranslate();

Q_SIGNALS:
    void partChosen(int part);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitColumns();
};

} // namespace netsmith::gui
