#pragma once

#include <QTreeView>

namespace netsmith::gui {

/// A tree with rows drawn as in the studio's lists: rounded backgrounds across the whole width, the focus on the current row.
class OutlineTree : public QTreeView {
    Q_OBJECT

public:
    explicit OutlineTree(QWidget* parent = nullptr);

protected:
    void drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;
};

} // namespace netsmith::gui
