#include "gui/widgets/studio_style.h"

#include "gui/widgets/theme.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QStyleOption>

namespace netsmith::gui {

StudioStyle::StudioStyle()
    : QProxyStyle(QStringLiteral("Fusion"))
{
}

int StudioStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_ButtonIconSize:
    case PM_SmallIconSize:
    case PM_ToolBarIconSize: return Theme::instance().scaled(16);
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

void StudioStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const
{
    // Fusion's has a ground of its own. A tree doesn't say that it is the widget.
    if (element == PE_FrameFocusRect && (!widget || qobject_cast<const QAbstractItemView*>(widget))) {
        painter->save();
        painter->setPen(Theme::instance().color(Token::focusRing));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
        return;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

} // namespace netsmith::gui
