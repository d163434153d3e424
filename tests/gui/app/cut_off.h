#pragma once

#include "gui/widgets/plain_text.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStringList>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

/// Whether the widget is designed to elide or wrap its text where there is no room.
inline bool givesWay(const QWidget* widget)
{
    if (dynamic_cast<const ShortensText*>(widget))
        return true;
    const auto* label = qobject_cast<const QLabel*>(widget);
    return label && (label->wordWrap() || label->text().isEmpty() || !label->pixmap().isNull());
}

inline QString textOf(const QWidget* widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(widget))
        return label->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
        return button->text();
    return {};
}

inline QString nameOf(const QWidget* widget)
{
    return widget->objectName().isEmpty() ? QString::fromLatin1(widget->metaObject()->className()) : widget->objectName();
}

/// The texts of the window that are cut off, one a line.
inline QStringList cutOff(const QWidget& window)
{
    QStringList out;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        const bool hasText = qobject_cast<const QLabel*>(widget) || qobject_cast<const QAbstractButton*>(widget);
        if (!hasText || !widget->isVisible() || widget->visibleRegion().isEmpty() || textOf(widget).isEmpty())
            continue;
        if (givesWay(widget) && widget->visibleRegion().boundingRect().width() >= widget->width())
            continue;
        if (const auto* tool = qobject_cast<const QToolButton*>(widget); tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly)
            continue;
        const int wanted = widget->minimumSizeHint().width();
        const int shown = std::min(widget->width(), widget->visibleRegion().boundingRect().width());
        if (shown < wanted)
            out << u"%1 in %2: “%3” has %4 of %5 pixels"_s.arg(nameOf(widget), nameOf(widget->parentWidget()), textOf(widget))
                       .arg(shown)
                       .arg(wanted);
    }
    for (const QScrollArea* area : window.findChildren<QScrollArea*>()) {
        const int room = area->viewport()->width();
        if (!area->widget() || area->widget()->visibleRegion().isEmpty() || area->widget()->width() <= room)
            continue;
        QStringList causes;
        for (const QWidget* leaf : area->widget()->findChildren<QWidget*>())
            if (leaf->isVisible()
                && leaf->mapTo(area->widget(), QPoint(std::max(leaf->minimumSizeHint().width(), leaf->minimumWidth()), 0)).x()
                    > room)
                causes << nameOf(leaf);
        out << u"%1 is wider than its place by %2 pixels, because of: %3"_s.arg(area->widget()->objectName())
                   .arg(area->widget()->width() - room)
                   .arg(causes.join(u", "_s));
    }
    for (const QTabBar* tabs : window.findChildren<QTabBar*>())
        for (int i = 0; tabs->isVisible() && tabs->elideMode() == Qt::ElideNone && i < tabs->count(); ++i)
            if (tabs->tabRect(i).right() > tabs->width())
                out << u"the tab “%1”"_s.arg(tabs->tabText(i));
    return out;
}

/// The controls of the window that can't be reached, or are lower than their text, one a line. Those in a scrolling area are
/// reached by scrolling up and down.
inline QStringList outOfReach(const QWidget& window)
{
    QStringList out;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        const bool isControl = qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QComboBox*>(widget)
            || qobject_cast<const QAbstractSpinBox*>(widget) || qobject_cast<const QLineEdit*>(widget)
            || (qobject_cast<const QAbstractSlider*>(widget) && !qobject_cast<const QScrollBar*>(widget));
        const bool isLabel = qobject_cast<const QLabel*>(widget) && !textOf(widget).isEmpty();
        if ((!isControl && !isLabel) || !widget->isVisible() || widget->window() != &window)
            continue;
        const QScrollArea* scrolling = nullptr;
        bool isUnderAnother = false; // a tab of docks, a page of a stack
        for (const QWidget* above = widget->parentWidget(); above && above != &window; above = above->parentWidget()) {
            if (!scrolling)
                scrolling = qobject_cast<const QScrollArea*>(above);
            isUnderAnother = isUnderAnother || above->visibleRegion().isEmpty();
        }
        if (isUnderAnother)
            continue;
        const QString name = u"%1 “%2” in %3"_s.arg(nameOf(widget), textOf(widget), nameOf(widget->parentWidget()));
        const QRect place(widget->mapTo(&window, QPoint()), widget->size());
        if (!scrolling && !window.rect().contains(place))
            out << u"%1 lies outside the window by its right or lower edge at %2, %3"_s.arg(name)
                       .arg(place.right())
                       .arg(place.bottom());
        else if (!scrolling && widget->visibleRegion().boundingRect() != widget->rect())
            out << u"%1 shows %2 × %3 of %4 × %5"_s.arg(name)
                       .arg(widget->visibleRegion().boundingRect().width())
                       .arg(widget->visibleRegion().boundingRect().height())
                       .arg(widget->width())
                       .arg(widget->height());
        else if (scrolling && scrolling->widget()
                 && !scrolling->widget()->rect().contains(QRect(widget->mapTo(scrolling->widget(), QPoint()), widget->size())))
            out << u"%1 lies outside what is scrolled"_s.arg(name);
        const auto* button = qobject_cast<const QPushButton*>(widget);
        // Their size hints may be smaller, and some scripts have taller letters.
        const bool showsText = (button && !button->text().isEmpty()) || qobject_cast<const QComboBox*>(widget)
            || qobject_cast<const QLineEdit*>(widget);
        const int line = widget->fontMetrics().height();
        const int least = showsText ? line * 6 / 5 : std::min(widget->minimumSizeHint().height(), line);
        if (widget->height() < least)
            out << u"%1 is %2 high, its text %3"_s.arg(name).arg(widget->height()).arg(least);
    }
    return out;
}

} // namespace netsmith::gui
