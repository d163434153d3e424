#include "gui/canvas/overlays/picture_legend.h"

#include "gui/widgets/theme.h"
#include "gui/widgets/value_ramp.h"

#include <QPainter>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

PictureLegend::PictureLegend(QWidget* parent)
    : Legend(u"pictureLegend"_s, 200, parent)
{
}

void PictureLegend::paintBar(QPainter& painter, const QRect& bar, const QRect& below)
{
    painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, tr("most negative"));
    painter.drawText(below, Qt::AlignHCenter | Qt::AlignVCenter, u"0"_s);
    painter.drawText(below, Qt::AlignRight | Qt::AlignVCenter, tr("largest"));
    const ValueRamp colours;
    for (int x = 0; x < bar.width(); ++x)
        painter.fillRect(QRect(bar.left() + x, bar.top(), 1, bar.height()),
                         QColor::fromRgb(colours.color(2.0 * x / (bar.width() - 1) - 1.0)));
    painter.setPen(QPen(Theme::instance().color(Token::line), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar.adjusted(0, 0, -1, -1));
}

} // namespace netsmith::gui
