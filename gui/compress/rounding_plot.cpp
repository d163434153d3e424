#include "gui/compress/rounding_plot.h"

#include "gui/plots/plot_look.h"
#include "gui/plots/plot_ticks.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int gridSteps = 255;
constexpr int stepsOfLine = 16;
constexpr double rarest = 1e-7; ///< the least share that is drawn

} // namespace

RoundingPlot::RoundingPlot(QWidget* parent)
    : QCustomPlot(parent)
{
    setObjectName(u"roundingPlot"_s);
    placeOnPage(*this);
    yAxis->setScaleType(QCPAxis::stLogarithmic);
    connect(&Theme::instance(), &Theme::changed, this, &RoundingPlot::applyTheme);
    applyTheme();
}

void RoundingPlot::applyTheme()
{
    const Theme& theme = Theme::instance();
    wearTheme(*this);
    axisRect()->setMargins(QMargins(0, theme.scaled(8), theme.scaled(8), 0));
    setMinimumSize(theme.scaled(240), theme.scaled(180));
    draw();
}

void RoundingPlot::show(RoundedLayer layer)
{
    m_layer = std::move(layer);
    draw();
}

void RoundingPlot::draw()
{
    const Theme& theme = Theme::instance();
    clearPlottables();
    clearItems();
    xAxis->setLabel(tr("Numbers of the input"));
    yAxis->setLabel(tr("Share of them"));
    yAxis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
    yAxis->setNumberFormat(u"eb"_s);
    yAxis->setNumberPrecision(0);
    xAxis->setTicker(ticksFor(PlotQuantity{.id = {}, .title = {}}, false));
    if (m_layer.seen.empty() || !m_layer.hasRange())
        return replot(rpQueuedReplot);

    const double width = (m_layer.seenHigh - m_layer.seenLow) / static_cast<double>(m_layer.seen.size());
    auto* bars = new QCPBars(xAxis, yAxis);
    QVector<double> xs, ys;
    double least = 1.0;
    for (std::size_t i = 0; i < m_layer.seen.size(); ++i) {
        if (m_layer.seen[i] <= 0.0)
            continue;
        xs << m_layer.seenLow + (static_cast<double>(i) + 0.5) * width;
        ys << m_layer.seen[i];
        least = std::min(least, std::max(m_layer.seen[i], rarest));
    }
    bars->setData(xs, ys);
    bars->setWidth(width);
    bars->setBaseValue(least / 4.0);
    bars->setPen(Qt::NoPen);
    bars->setBrush(theme.color(Token::accent));
    yAxis->setRange(least / 4.0, 2.0);
    const double low = std::min(m_layer.low, m_layer.seenLow), high = std::max(m_layer.high, m_layer.seenHigh);
    const double room = 0.02 * (high - low);
    xAxis->setRange(low - room, high + room);

    for (int step = 0; step <= gridSteps;
         step += step + stepsOfLine > gridSteps && step < gridSteps ? gridSteps - step : stepsOfLine) {
        const bool isEnd = step == 0 || step == gridSteps;
        const double x = m_layer.low + (m_layer.high - m_layer.low) * step / gridSteps;
        auto* line = new QCPItemLine(this);
        line->start->setCoords(x, yAxis->range().lower);
        line->end->setCoords(x, yAxis->range().upper);
        line->setPen(isEnd ? QPen(theme.color(Token::validation), 2.0) : QPen(theme.color(Token::textMuted), 0.5, Qt::DotLine));
    }
    setAccessibleDescription(
        tr("from %1 to %2", "the ends of a range").arg(numberText(m_layer.low, 3), numberText(m_layer.high, 3)));
    replot(rpQueuedReplot);
}

bool RoundingPlot::event(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        draw();
    return QCustomPlot::event(event);
}

} // namespace netsmith::gui
