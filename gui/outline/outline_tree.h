#pragma once

#include <QTreeView>

namespace netsmith::gui {

/// A tree whose rows are drawn as the studio's lists are: rounded grounds across the whole width, the focus at the current row.
class OutlineTree : public QTreeView {
    Q_OBJECT

public:
    explicit OutlineTree(QWidget* parent = nullptr);

protected:
    void drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;
};

} // namespace netsmith::gui
