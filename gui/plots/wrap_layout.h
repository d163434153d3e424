#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace netsmith::gui {

/// Puts groups of controls in one row, the last at its end; where there is no room, into as many rows as it takes.
class WrapLayout : public QLayout {
    Q_OBJECT

public:
    WrapLayout(int horizontalGap, int verticalGap);
    ~WrapLayout() override;

    void addItem(QLayoutItem* item) override;
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return arrange(QRect(0, 0, width, 0), false); }
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect& rectangle) override;

private:
    int arrange(const QRect& rectangle, bool apply) const;

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
    int m_horizontalGap;
    int m_verticalGap;
};

} // namespace netsmith::gui
