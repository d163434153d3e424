#pragma once

#include <QStyledItemDelegate>
#include <QTableView>

namespace netsmith::gui {

/// The table of a layer's numbers: cells of one or two lines, the number and how it is made, and weights that are edited in place.
class NumbersView : public QTableView {
    Q_OBJECT

public:
    explicit NumbersView(QWidget* parent = nullptr);

    /// As large as the texts need; `longestBelow`: of the second lines, empty if there are none.
    void fit(const QString& longestBelow);

protected:
    bool event(QEvent* event) override;
};

} // namespace netsmith::gui
