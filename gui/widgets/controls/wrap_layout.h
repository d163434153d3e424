#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace netsmith::gui {

/// Lays out controls in a row, and wraps them into several rows where space is short.
class WrapLayout : public QLayout {
    Q_OBJECT

public:
    enum class Last {
        inLine, ///< after the others
        atEnd, ///< at the end of its row
    };

    WrapLayout(int horizontalGap, int verticalGap, Last last = Last::inLine);
    ~WrapLayout() override;

    void addItem(QLayoutItem* item) override;
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    /// Empty if no item is visible.
    bool isEmpty() const override { return shown().empty(); }
    /// Only as high as its rows: doesn't take extra height.
    Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return arrange(QRect(0, 0, width, 0), false); }
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect& rectangle) override;

private:
    std::vector<QLayoutItem*> shown() const;
    int arrange(const QRect& rectangle, bool apply) const;

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
    int m_horizontalGap;
    int m_verticalGap;
    Last m_last;
};

} // namespace netsmith::gui
