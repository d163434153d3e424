#include "gui/app/window/focus_order.h"

#include <QMainWindow>
#include <QScrollArea>

#include <algorithm>
#include <tuple>

namespace netsmith::gui {
namespace {

constexpr int sameLine = 8; // device-independent pixels between the centres of widgets on the same line

bool takesTab(const QWidget& widget)
{
    return widget.isEnabled() && (widget.focusPolicy() & Qt::TabFocus) && !widget.focusProxy();
}

/// Where a direct child of a main window is: above the centre, left of it, in it, right of it or below it.
int regionOf(const QWidget& child, const QWidget& centre)
{
    const QRect place = child.geometry();
    const QRect middle = centre.geometry();
    if (&child == &centre || place.intersects(middle))
        return 2;
    if (place.right() < middle.left())
        return 1;
    if (place.left() > middle.right())
        return 3;
    return place.top() > middle.bottom() ? 4 : 0;
}

void sortByReading(QList<QWidget*>& widgets)
{
    const auto middle = [](const QWidget* widget) { return widget->geometry().center().y(); };
    std::ranges::stable_sort(widgets, {}, middle);
    for (auto line = widgets.begin(); line != widgets.end();) {
        const auto end =
            std::find_if(line, widgets.end(), [&](const QWidget* each) { return middle(each) > middle(*line) + sameLine; });
        std::stable_sort(line, end, [](const QWidget* a, const QWidget* b) { return a->x() < b->x(); });
        line = end;
    }
}

QList<QWidget*> childrenAsRead(const QWidget& parent)
{
    QList<QWidget*> children;
    for (QObject* object : parent.children())
        if (auto* child = qobject_cast<QWidget*>(object); child && !child->isWindow() && child->isVisible())
            children << child;
    const auto* window = qobject_cast<const QMainWindow*>(&parent);
    if (!window || !window->centralWidget()) {
        sortByReading(children);
        return children;
    }
    // The panels of a region in order from the top, after their tabs.
    std::ranges::stable_sort(children, {}, [centre = window->centralWidget()](const QWidget* child) {
        return std::tuple(regionOf(*child, *centre), child->y(), child->x());
    });
    return children;
}

void collect(QWidget& widget, QList<QWidget*>& order)
{
    if (takesTab(widget))
        order << &widget;
    for (QWidget* child : childrenAsRead(widget))
        collect(*child, order);
}

} // namespace

bool moveFocus(QWidget& window, bool next)
{
    QList<QWidget*> order;
    collect(window, order);
    if (order.isEmpty())
        return false;
    qsizetype index = -1;
    for (const QWidget* at = window.focusWidget(); at && index < 0; at = at->parentWidget())
        index = order.indexOf(at);
    if (index < 0 && !next)
        index = 0;
    const qsizetype target = (index + (next ? 1 : -1) + order.size()) % order.size();
    QWidget* reached = order[target];
    reached->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    for (QWidget* around = reached->parentWidget(); around; around = around->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(around))
            area->ensureWidgetVisible(reached);
    return true;
}

} // namespace netsmith::gui
