#pragma once

#include <QProxyStyle>

namespace netsmith::gui {

/// Qt's Fusion style with icons that scale with the text, and the theme's ring around the focused row of a list.
class StudioStyle : public QProxyStyle {
    Q_OBJECT

public:
    StudioStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
};

} // namespace netsmith::gui
