#include "gui/widgets/studio_style.h"

#include "gui/widgets/theme.h"

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

} // namespace netsmith::gui
