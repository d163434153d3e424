#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace netsmith::gui {

/// Puts controls in one row; where there is no room, into as many rows as it takes.
class WrapLayout : public QLayout {
    Q_OBJECT

public:
    enum class Last {
        inLine, ///< behind the others
        atEnd, ///< of its row
    };

    WrapLayout(int horizontalGap, int verticalGap, Last last = Last::inLine);
    ~WrapLayout() override;

    void addItem(QLayoutItem* item) override;
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    /// As one that has nothing to show.
    bool isEmpty() const override { return shown().empty(); }
    /// As high as its rows: room that is left over is for others.
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
