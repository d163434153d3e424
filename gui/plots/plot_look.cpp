#include "gui/plots/plot_look.h"

#include "gui/widgets/theme.h"

namespace netsmith::gui {

void makeAxesPlain(QCustomPlot& plot)
{
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
        axis->setBasePen(Qt::NoPen);
        axis->setTickPen(Qt::NoPen);
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLength(0);
        axis->setTickLabelPadding(6);
    }
}

void placeOnPage(QCustomPlot& plot)
{
    makeAxesPlain(plot);
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis})
        axis->setLabelPadding(4);
    plot.axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
    plot.setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void wearTheme(QCustomPlot& plot)
{
    const Theme& theme = Theme::instance();
    plot.setBackground(QBrush(theme.color(Token::panel)));
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
        axis->setTickLabelFont(theme.font(TextRole::numberCaption));
        axis->setTickLabelColor(theme.color(Token::textMuted));
        axis->setLabelFont(theme.font(TextRole::caption));
        axis->setLabelColor(theme.color(Token::textSecondary));
        axis->grid()->setPen(QPen(theme.color(Token::line), 1));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
}

} // namespace netsmith::gui
