#include "gui/widgets/controls/wrap_layout.h"

#include <QWidget>

#include <algorithm>

namespace netsmith::gui {

WrapLayout::WrapLayout(int horizontalGap, int verticalGap, Last last)
    : m_horizontalGap(horizontalGap)
    , m_verticalGap(verticalGap)
    , m_last(last)
{
}

WrapLayout::~WrapLayout() = default;

void WrapLayout::addItem(QLayoutItem* item)
{
    m_items.emplace_back(item);
    invalidate();
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
    invalidate();
    return taken;
}

QSize WrapLayout::sizeHint() const
{
    QSize size(0, 0);
    for (const QLayoutItem* item : shown())
        size = QSize(size.width() + (size.width() > 0 ? m_horizontalGap : 0) + item->sizeHint().width(),
                     std::max(size.height(), item->sizeHint().height()));
    return size.grownBy(contentsMargins());
}

QSize WrapLayout::minimumSize() const
{
    QSize size(0, 0);
    for (const QLayoutItem* item : shown())
        size = size.expandedTo(item->minimumSize());
    return size.grownBy(contentsMargins());
}

std::vector<QLayoutItem*> WrapLayout::shown() const
{
    std::vector<QLayoutItem*> items;
    for (const auto& item : m_items)
        if (!item->isEmpty())
            items.push_back(item.get());
    return items;
}

void WrapLayout::setGeometry(const QRect& rectangle)
{
    QLayout::setGeometry(rectangle);
    arrange(rectangle, true);
}

int WrapLayout::arrange(const QRect& rectangle, bool apply) const
{
    const QMargins margins = contentsMargins();
    const QRect area = rectangle.marginsRemoved(margins);
    const std::vector<QLayoutItem*> items = shown();
    int y = area.top();
    for (std::size_t first = 0; first < items.size();) {
        // As many as fit in this row, at least one.
        int used = items[first]->sizeHint().width();
        int height = items[first]->sizeHint().height();
        std::size_t end = first + 1;
        while (end < items.size() && used + m_horizontalGap + items[end]->sizeHint().width() <= area.width()) {
            used += m_horizontalGap + items[end]->sizeHint().width();
            height = std::max(height, items[end]->sizeHint().height());
            ++end;
        }
        int x = area.left();
        for (std::size_t i = first; apply && i < end; ++i) {
            const int width = std::min(items[i]->sizeHint().width(), area.width());
            if (m_last == Last::atEnd && i + 1 == items.size() && i > first)
                x = area.left() + area.width() - width;
            const int left = parentWidget()->isRightToLeft() ? area.left() + area.right() - x - width + 1 : x;
            items[i]->setGeometry(QRect(left, y, width, height));
            x += width + m_horizontalGap;
        }
        y += height + (end < items.size() ? m_verticalGap : 0);
        first = end;
    }
    return items.empty() ? 0 : y - area.top() + margins.top() + margins.bottom();
}

} // namespace netsmith::gui
