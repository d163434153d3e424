#include "gui/plots/wrap_layout.h"

#include <QWidget>

#include <algorithm>

namespace netsmith::gui {

WrapLayout::WrapLayout(int horizontalGap, int verticalGap)
    : m_horizontalGap(horizontalGap)
    , m_verticalGap(verticalGap)
{
}

WrapLayout::~WrapLayout() = default;

void WrapLayout::addItem(QLayoutItem* item)
{
    m_items.emplace_back(item);
}

QLayoutItem* WrapLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* WrapLayout::takeAt(int index)
{
    if (!itemAt(index))
        return nullptr;
    QLayoutItem* taken = m_items[static_cast<std::size_t>(index)].release();
    m_items.erase(m_items.begin() + index);
    return taken;
}

QSize WrapLayout::sizeHint() const
{
    const QMargins margins = contentsMargins();
    int width = -m_horizontalGap;
    int height = 0;
    for (const auto& item : m_items) {
        width += item->sizeHint().width() + m_horizontalGap;
        height = std::max(height, item->sizeHint().height());
    }
    return QSize(width, height).grownBy(margins);
}

QSize WrapLayout::minimumSize() const
{
    QSize size;
    for (const auto& item : m_items)
        size = size.expandedTo(item->minimumSize());
    return size.grownBy(contentsMargins());
}

void WrapLayout::setGeometry(const QRect& rectangle)
{
    QLayout::setGeometry(rectangle);
    arrange(rectangle, true);
}

int WrapLayout::arrange(const QRect& rectangle, bool apply) const
{
    const QRect area = rectangle.marginsRemoved(contentsMargins());
    int y = area.top();
    for (std::size_t first = 0; first < m_items.size();) {
        // As many as fit into this row, at least one.
        int used = m_items[first]->sizeHint().width();
        int height = m_items[first]->sizeHint().height();
        std::size_t end = first + 1;
        while (end < m_items.size() && used + m_horizontalGap + m_items[end]->sizeHint().width() <= area.width()) {
            used += m_horizontalGap + m_items[end]->sizeHint().width();
            height = std::max(height, m_items[end]->sizeHint().height());
            ++end;
        }
        int x = area.left();
        for (std::size_t i = first; apply && i < end; ++i) {
            const int width = std::min(m_items[i]->sizeHint().width(), area.width());
            if (i + 1 == m_items.size() && i > first)
                x = area.left() + area.width() - width;
            const int left = parentWidget()->isRightToLeft() ? area.left() + area.right() - x - width + 1 : x;
            m_items[i]->setGeometry(QRect(left, y, width, height));
            x += width + m_horizontalGap;
        }
        y += height + m_verticalGap;
        first = end;
    }
    const QMargins margins = contentsMargins();
    return y - m_verticalGap - area.top() + margins.top() + margins.bottom();
}

} // namespace netsmith::gui
