#pragma once

#include <QProxyStyle>

namespace netsmith::gui {

/// Qt's Fusion style with icons that scale with the text.
class StudioStyle : public QProxyStyle {
    Q_OBJECT

public:
    StudioStyle();

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
};

} // namespace netsmith::gui
